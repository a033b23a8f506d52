import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../src/rules/calendar.ts';
import { LAPSE_TOLD_MS } from '../../src/rules/payouts.ts';
import { findBankAccount } from '../accounts/profile/bank-accounts.ts';
import { workThrough } from '../database/due-work.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { advancePayout } from './advance-payout.ts';
import { isAwaitingSearch } from './after-restore.ts';
import { findHoldReasons } from './conditions.ts';
import { addNotice, sendNotices } from './notices.ts';
import { type Payout, settlePeriods, takePayout } from './settle.ts';

/** What holds a prize may be mended at any time: this often it is looked for. */
const JUDGED_AGAIN_AFTER_MS = 10 * MINUTE_MS;

type Judging = Pick<Services, 'db' | 'now' | 'config'>;
type Log = Pick<FastifyBaseLogger, 'error'>;

/** Looks at every payout that is checked, held or sent back, and takes on what can go on. */
async function judgePayouts(services: Judging, log: Log, signal?: AbortSignal): Promise<void> {
  const before = new Date(services.now() - JUDGED_AGAIN_AFTER_MS);
  const due = await services.db
    .selectFrom('payouts')
    .select('id')
    .where('state', 'in', ['checking', 'held', 'failed'])
    .where(({ eb, or }) =>
      or([
        eb('looked_at', 'is', null),
        eb('looked_at', '<=', before),
        eb('state', '=', 'checking'),
      ]),
    )
    .orderBy('looked_at', (order) => order.asc().nullsFirst())
    .execute();
  await judgeEach(services, log, due, signal);
}

/**
 * Since when the oldest payout has waited that is checked, held or sent back and was not looked at, in epoch
 * milliseconds; `null` without one. A look that fails leaves no trace but the log.
 */
export async function oldestUnjudged(db: Db): Promise<number | null> {
  const { since } = await db
    .selectFrom('payouts')
    .select(sql<Date | null>`min(greatest(state_at, looked_at))`.as('since'))
    .where('state', 'in', ['checking', 'held', 'failed'])
    .executeTakeFirstOrThrow();
  return since?.getTime() ?? null;
}

/** Looks at a player's payouts at once, since the player has just mended what may hold them. */
export async function judgePayoutsOf(services: Judging, log: Log, playerId: number): Promise<void> {
  const due = await services.db
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', ['checking', 'held', 'failed'])
    .execute();
  await judgeEach(services, log, due);
}

/** What fails is left to the next look. */
async function judgeEach(
  { db, now, config }: Judging,
  log: Log,
  due: readonly { id: number }[],
  signal?: AbortSignal,
): Promise<void> {
  if (!config.isContestOpen) return;
  const judging = {
    work: ({ id }: { id: number }) =>
      db.transaction().execute((trx) => judgePayout(trx, config, id, now())),
    onFailure: (err: unknown, { id }: { id: number }) =>
      log.error({ err, payout: id }, 'looking at a payout failed'),
  };
  await workThrough(due, judging, signal);
}

async function judgePayout(
  trx: Trx,
  config: Judging['config'],
  id: number,
  now: number,
): Promise<void> {
  const taken = await takePayout(trx, id);
  // It may have been sent before a restore: until that is known it neither goes on nor lapses.
  if (taken === null || (await isAwaitingSearch(trx, id))) return;
  const payout = (await isMended(trx, taken))
    ? await advancePayout(trx, taken, { event: 'mended', by: 'check' }, now)
    : taken;
  await trx
    .updateTable('payouts')
    .set({ looked_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  if (payout.state === 'failed') return waitOn(trx, payout, now);
  if (payout.state !== 'checking' && payout.state !== 'held') return;
  const reasons = await findHoldReasons(trx, config, payout, now);
  if (reasons.length === 0) {
    await advancePayout(trx, payout, { event: 'cleared', by: 'check' }, now);
  } else {
    await waitOn(
      trx,
      await advancePayout(trx, payout, { event: 'held', by: 'check', reasons }, now),
      now,
    );
  }
}

/** What a bank sent back goes on once its player has said where to, after that. */
async function isMended(db: Db, { state, player_id, state_at }: Payout): Promise<boolean> {
  if (state !== 'failed') return false;
  const account = await findBankAccount(db, player_id);
  return account !== null && account.keptAt > state_at;
}

/** Lets a prize lapse whose time to mend it is over, and tells its player a week before. */
async function waitOn(trx: Trx, payout: Payout, now: number): Promise<void> {
  const mendBy = payout.mend_by?.getTime();
  if (mendBy === undefined) return;
  if (mendBy <= now) {
    await advancePayout(trx, payout, { event: 'lapsed', by: 'check' }, now);
  } else if (mendBy - LAPSE_TOLD_MS <= now) {
    await addNotice(trx, payout.id, 'lapsing', now);
  }
}

/**
 * Makes payouts of what has been won, takes them on as far as they go by themselves, and texts their
 * players (game.md#payouts). Nothing without a permit (game.md#permit).
 */
export async function payPrizes(
  services: Pick<Services, 'db' | 'now' | 'config' | 'sendSms'>,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!services.config.isContestOpen) return;
  await settlePeriods(services.db, services.now(), signal);
  await judgePayouts(services, log, signal);
  await sendNotices(services, log, signal);
}
