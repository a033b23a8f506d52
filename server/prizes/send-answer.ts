import { openSignatures, type Sign } from '../crypto/signatures.ts';
import type { Db } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { advancePayout } from './advance-payout.ts';
import type { SendAnswer } from './ask-provider.ts';
import { type Payout, takePayout } from './settle.ts';

/** Takes a payout on its way as far as its provider says; of an earlier sending it says nothing any more. */
export async function recordSendAnswer(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, sent_as }: Pick<Payout, 'id' | 'sent_as'>,
  answer: SendAnswer,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout?.state !== 'sending' || payout.sent_as !== sent_as) return;
    const said = 'message' in answer ? answer.message.slice(0, 300) : null;
    await trx.updateTable('payouts').set({ said }).where('id', '=', id).execute();
    switch (answer.outcome) {
      case 'paid':
        await advancePayout(trx, payout, { event: 'paid', by: 'sender' }, at);
        return;
      case 'failed':
        await advancePayout(trx, payout, { event: 'sent-back', by: 'sender', hasLeft: true }, at);
        return;
      case 'bad-account':
        await advancePayout(trx, payout, { event: 'sent-back', by: 'sender', hasLeft: false }, at);
    }
  });
}

const DIGITS = 20;
const SENDING = /^(prize-[0-9a-f]{20}|payout-po-[a-z0-9]{4}-\d{2})-\d{1,3}$/;
const SHOWN = /^PO-[A-Z0-9]{4}-\d{2}$/;

/**
 * What every sending of a prize is known by: its place's list and period, and the number of who won
 * it. Ids and a payout's reference are given anew after a restore; these are the same.
 */
export async function prizeName(db: Db, payout: Payout): Promise<string> {
  const { phone } = await db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', payout.player_id)
    .executeTakeFirstOrThrow();
  return nameOf(await openSignatures(db), payout, phone);
}

function nameOf(sign: Sign, payout: Payout, phone: string): string {
  const { board, pool, tier, period_start, withdrawn_question } = payout;
  const of = [board, pool, tier, period_start.toISOString(), phone, withdrawn_question ?? ''];
  const signed = Buffer.from(sign('prize', of.join(' ')), 'base64url');
  return `prize-${signed.toString('hex').slice(0, DIGITS)}`;
}

/** What one sending is known by, counted from 1: providers allow small letters, digits and hyphens. */
export function sendReference(name: string, failures: number): string {
  return `${name}-${failures + 1}`;
}

/** The name in what a sending is known by, or in the reference that files had before; `null` for another text. */
export function nameIn(text: string): string | null {
  if (SHOWN.test(text)) return `payout-${text.toLowerCase()}`;
  return SENDING.exec(text)?.[1] ?? null;
}
