import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '../../src/rules/calendar.ts';
import type { PayoutNotice } from '../database/prize-tables.ts';
import type { Db, Trx } from '../database/tables.ts';
import { SmsRefusedError } from '../providers/sms.ts';
import type { Services } from '../services.ts';
import type { Payout } from './payout.ts';
import { textOf } from './texts.ts';

/** A text that could not be sent for so long is no news any more. */
const NEWS_MS = 2 * DAY_MS;

/** Has a player texted of a payout, once for each `what`. */
export async function addNotice(
  trx: Trx,
  payoutId: number,
  what: PayoutNotice,
  now: number,
): Promise<void> {
  await trx
    .insertInto('payout_notices')
    .values({ payout_id: payoutId, what, at: new Date(now) })
    .onConflict((conflict) => conflict.columns(['payout_id', 'what']).doNothing())
    .execute();
}

type Sending = Pick<Services, 'db' | 'now' | 'config' | 'sendSms'>;

/**
 * Texts what waits, each at most once: what is marked is sent, and only a text that the provider is
 * known not to have taken waits again.
 */
export async function sendNotices(
  services: Sending,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, now, config } = services;
  if (!config.hasSms) return;
  while (!signal?.aborted) {
    const notice = await takeNotice(db, now());
    if (notice === undefined) return;
    try {
      await services.sendSms(notice.phone, textOf(notice));
    } catch (err) {
      log.warn({ err }, 'a text about a payout failed');
      if (!(err instanceof SmsRefusedError)) continue;
      return letWait(db, notice);
    }
  }
}

/** A text that waits, with what it tells of. */
export type Waiting = { payout_id: number; what: PayoutNotice; phone: string } & Pick<
  Payout,
  'reference' | 'board' | 'tier' | 'place' | 'kind' | 'net_kobo' | 'mend_by'
>;

/** Marks the oldest that waits as sent and gives it; other processes leave it alone. */
function takeNotice(db: Db, now: number): Promise<Waiting | undefined> {
  return db
    .with('due', (eb) =>
      eb
        .selectFrom('payout_notices')
        .select(['payout_id', 'what'])
        .where('sent_at', 'is', null)
        .where('at', '>', new Date(now - NEWS_MS))
        .orderBy('at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payout_notices')
    .from('due')
    .from('payouts')
    .from('players')
    .set({ sent_at: new Date(now) })
    .whereRef('payout_notices.payout_id', '=', 'due.payout_id')
    .whereRef('payout_notices.what', '=', 'due.what')
    .whereRef('payouts.id', '=', 'due.payout_id')
    .whereRef('players.id', '=', 'payouts.player_id')
    .returning(['payout_notices.payout_id', 'payout_notices.what', 'players.phone'])
    .returning(['reference', 'board', 'tier', 'place', 'kind', 'net_kobo', 'mend_by'])
    .executeTakeFirst();
}

async function letWait(
  db: Db,
  { payout_id, what }: Pick<Waiting, 'payout_id' | 'what'>,
): Promise<void> {
  await db
    .updateTable('payout_notices')
    .set({ sent_at: null })
    .where('payout_id', '=', payout_id)
    .where('what', '=', what)
    .execute();
}
