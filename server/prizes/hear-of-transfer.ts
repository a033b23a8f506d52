import * as v from 'valibot';
import { type CardEvent, keepEvent } from '../payments/card-undone.ts';
import type { Services } from '../services.ts';
import { askAbout } from './send.ts';

const transferSchema = v.object({ reference: v.pipe(v.string(), v.maxLength(100)) });

/**
 * A signed word on a transfer is a reason to ask its provider now. One that tells of nothing that is
 * on its way, such as money that came back after it was paid, is kept for the operator.
 */
export async function hearOfTransfer(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'config' | 'transfers' | 'billing'>,
  said: CardEvent,
): Promise<void> {
  const { db, now } = services;
  const read = v.safeParse(transferSchema, said.data);
  const sent = read.success ? read.output.reference : '';
  const payout = await db
    .selectFrom('payouts')
    .select(['id', 'state'])
    .where('sent_as', '=', sent)
    .executeTakeFirst();
  if (payout?.state === 'sending') return askAbout(services, payout.id);
  const known = payout?.state === 'paid' ? 'transfer.success' : 'transfer.failed';
  if (payout && said.event === known) return;
  await db.transaction().execute((trx) => keepEvent(trx, { reference: sent, ...said }, now()));
}
