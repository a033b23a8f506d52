import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { isAdult } from '../../src/rules/age.ts';
import { countsAt, dayOf, LATE_RESULT_GRACE_MS, MINUTE_MS } from '../../src/rules/calendar.ts';
import { KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { type HoldReason, LAPSE_TOLD_MS } from '../../src/rules/payouts.ts';
import { prizeRows } from '../../src/rules/prizes.ts';
import { findBankAccount } from '../accounts/profile/bank-accounts.ts';
import { BOARD_PERIODS } from '../boards/boards.ts';
import type { Config } from '../config/config.ts';
import { workThrough } from '../database/due-work.ts';
import type { Db, Trx } from '../database/tables.ts';
import { hasOpenClaim } from '../payments/claims.ts';
import { proofHold } from '../proof/claim.ts';
import type { Services } from '../services.ts';
import { addNotice, sendNotices } from './notices.ts';
import {
  advancePayout,
  isAwaitingSearch,
  type Payout,
  settlePeriods,
  takePayout,
} from './payouts.ts';
import { readCoinsBought, readVersions } from './places.ts';
import { accountSharers } from './rings.ts';

/** How often a held prize is judged again. Its player may mend the reason at any time. */
const JUDGED_AGAIN_AFTER_MS = 10 * MINUTE_MS;

type Judging = Pick<Services, 'db' | 'now' | 'config'>;
type Log = Pick<FastifyBaseLogger, 'error'>;

/**
 * Makes payouts of the places of final periods, judges payouts, and texts their players (game.md#payouts). It
 * does nothing without a permit (game.md#permit).
 */
export async function makeAndJudgePayouts(
  services: Pick<Services, 'db' | 'now' | 'config' | 'sendSms'>,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!services.config.isContestOpen) return;
  await settlePeriods(services.db, services.now(), signal);
  await judgePayouts(services, log, signal);
  await sendNotices(services, log, signal);
}

/**
 * Judges every payout that is being checked, is held or was sent back, and approves those that nothing holds.
 */
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
 * The time since which the oldest payout waits to be judged, in epoch milliseconds; `null` if no payout
 * waits. It shows that judging fails, which is otherwise seen only in the log.
 */
export async function oldestUnjudged(db: Db): Promise<number | null> {
  const { since } = await db
    .selectFrom('payouts')
    .select(sql<Date | null>`min(greatest(state_at, looked_at))`.as('since'))
    .where('state', 'in', ['checking', 'held', 'failed'])
    .executeTakeFirstOrThrow();
  return since?.getTime() ?? null;
}

/**
 * Judges a player's payouts at once, because the player has just changed something that may have held them.
 */
export async function judgePayoutsOf(services: Judging, log: Log, playerId: number): Promise<void> {
  const due = await services.db
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', ['checking', 'held', 'failed'])
    .execute();
  await judgeEach(services, log, due);
}

/** Judges payouts one by one. If judging one of them fails, it is judged again next time. */
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
  // The prize may have been sent before a restore. Until that is known, it is neither approved nor does it
  // lapse.
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

/** Whether the player of a prize that the bank sent back has changed their bank account since. */
async function isMended(db: Db, { state, player_id, state_at }: Payout): Promise<boolean> {
  if (state !== 'failed') return false;
  const account = await findBankAccount(db, player_id);
  return account !== null && account.keptAt > state_at;
}

/**
 * Lets a prize lapse when its player's time to mend the reason is over, and texts the player a week before.
 */
async function waitOn(trx: Trx, payout: Payout, now: number): Promise<void> {
  const mendBy = payout.mend_by?.getTime();
  if (mendBy === undefined) return;
  if (mendBy <= now) {
    await advancePayout(trx, payout, { event: 'lapsed', by: 'check' }, now);
  } else if (mendBy - LAPSE_TOLD_MS <= now) {
    await addNotice(trx, payout.id, 'lapsing', now);
  }
}

/** A payout to judge, and its player. `now` is in epoch milliseconds. */
export type JudgedPayout = {
  db: Trx;
  config: Pick<Config, 'twoPeopleAboveNaira'>;
  payout: Payout;
  player: JudgedPlayer;
  now: number;
};

/** A winner's date of birth and bank account. Each is `null` if the player has given none. */
type JudgedPlayer = { dob: string | null; account: { heldUntil: number | null } | null };

/**
 * A condition for paying a prize. It gives the reason that holds the prize, or `null` if the condition is
 * met.
 */
type Condition = (judged: JudgedPayout) => HoldReason | null | Promise<HoldReason | null>;

const knownAge: Condition = ({ player }) => (player.dob === null ? 'no-birth-date' : null);

/**
 * The player must have been 18 by the end of the period that they played in; 18 today is too late
 * (game.md#who-can-win).
 */
const adult: Condition = ({ payout, player: { dob } }) =>
  dob !== null && !isAdult(dob, payout.period_end.getTime() - 1) ? 'under-age' : null;

/**
 * The player must have bought as many coins in the period as the prize requires. Coins of a payment that was
 * taken back don't count.
 */
const coinsKept: Condition = async ({ db, payout }) => {
  const { player_id, board, pool, tier, period_start, period_end } = payout;
  if (board === 'raffle') return null;
  const { table_id } = await db
    .selectFrom('prize_periods')
    .select('table_id')
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', period_start)
    .executeTakeFirstOrThrow();
  const version = (await readVersions(db)).find(({ id }) => id === table_id);
  const row = prizeRows(version?.rows ?? [], pool, board).find((one) => (one.tier ?? 0) === tier);
  if (!row || row.minCoinsBought === 0) return null;
  const period = { startsAt: period_start.getTime(), endsAt: period_end.getTime() };
  const bought = await readCoinsBought(db, player_id, period);
  return bought < row.minCoinsBought ? 'coins-taken-back' : null;
};

/** Only cash needs a bank account, because airtime and data go to the player's number. */
const bankAccount: Condition = ({ payout, player }) =>
  payout.kind === 'cash' && player.account === null ? 'no-bank-account' : null;

const unchangedBank: Condition = ({ payout, player: { account }, now }) =>
  payout.kind === 'cash' && (account?.heldUntil ?? 0) > now ? 'bank-changed' : null;

/** Holds a prize if another player has its bank account, was paid to it, or seems to be the same person. */
const ownBank: Condition = async ({ db, payout, player: { account } }) => {
  if (payout.kind !== 'cash' || account === null) return null;
  return (await accountSharers(db, payout.player_id)).length > 0 ? 'bank-shared' : null;
};

const nothingOwed: Condition = async ({ db, payout }) =>
  (await hasOpenClaim(db, payout.player_id)) ? 'claim' : null;

/**
 * Holds a prize that an operator stopped, and a prize of a day with flagged runs of its player, until a
 * person decides.
 */
const unflagged: Condition = async ({ db, payout }) => {
  if (payout.is_stopped) return 'under-review';
  const { board, period_start } = payout;
  if (board !== 'rush') return null;
  const periodAt = BOARD_PERIODS[board];
  const counts = (await readFlagged(db, payout)).some(
    ({ issuedAt, arrivedAt }) =>
      periodAt(countsAt(issuedAt, arrivedAt, periodAt)).startsAt === period_start.getTime(),
  );
  return counts ? 'under-review' : null;
};

/**
 * Accounts of one group get one prize a day; a further prize waits for an operator
 * (game.md#accounts-that-are-each-others).
 */
const onePrizeEach: Condition = async ({ db, payout }) => {
  if (payout.kin === null) return null;
  const earlier = await db
    .selectFrom('payouts')
    .select('id')
    .where('board', '=', payout.board)
    .where('period_start', '=', payout.period_start)
    .where('kin', '=', payout.kin)
    .where('id', '<', payout.id)
    .limit(1)
    .executeTakeFirst();
  return earlier ? 'under-review' : null;
};

/**
 * The player must show in a proof round what the prize claims, unless an earlier proof round covers it
 * (game.md#proof-round).
 */
const proofRound: Condition = ({ db, payout, now }) => proofHold(db, payout, now);

/**
 * Two operators must approve if a player's prizes of a day are above the limit (money-out.md#sending-prizes).
 */
const twoPeople: Condition = async ({ db, config, payout }) => {
  const { startsAt, endsAt } = dayOf(payout.made_at.getTime());
  const { kobo } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.sum<number>('gross_kobo').as('kobo'))
    .where('player_id', '=', payout.player_id)
    .where('made_at', '>=', new Date(startsAt))
    .where('made_at', '<', new Date(endsAt))
    .where('id', '<=', payout.id)
    .where('state', 'not in', ['refused', 'lapsed'])
    .where(sql<boolean>`not 'second-approval' = any (released)`)
    .executeTakeFirstOrThrow();
  return Number(kobo) > config.twoPeopleAboveNaira * KOBO_PER_NAIRA ? 'second-approval' : null;
};

/** All conditions that a prize must meet before it is paid (game.md#held-prizes). */
const CONDITIONS: readonly Condition[] = [
  knownAge,
  adult,
  coinsKept,
  bankAccount,
  unchangedBank,
  ownBank,
  nothingOwed,
  unflagged,
  onePrizeEach,
  proofRound,
  twoPeople,
];

/** All reasons that hold a payout now. Reasons that an operator has released are left out. */
export async function findHoldReasons(
  db: Trx,
  config: JudgedPayout['config'],
  payout: Payout,
  now: number,
): Promise<HoldReason[]> {
  const judged = { db, config, payout, player: await readWinner(db, payout.player_id), now };
  const reasons: HoldReason[] = [];
  for (const condition of CONDITIONS) {
    const reason = await condition(judged);
    if (reason === null || payout.released.includes(reason) || reasons.includes(reason)) continue;
    reasons.push(reason);
  }
  return reasons;
}

async function readWinner(db: Db, playerId: number): Promise<JudgedPlayer> {
  const { dob, account_hash, held_until } = await db
    .selectFrom('players')
    .leftJoin('bank_accounts', 'bank_accounts.player_id', 'players.id')
    .select(['dob', 'account_hash', 'held_until'])
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  const heldUntil = held_until?.getTime() ?? null;
  return { dob, account: account_hash === null ? null : { heldUntil } };
}

/** The times when a flagged run was issued and when its result arrived, in epoch milliseconds. */
type Flagged = { issuedAt: number; arrivedAt: number };

/** The flagged runs of a payout's player whose results arrived while the payout's period took results. */
async function readFlagged(
  db: Db,
  { pool, player_id, period_start, period_end }: Payout,
): Promise<Flagged[]> {
  const { rows } = await sql<{ issued_at: Date; closed_at: Date }>`
    select opened_at as issued_at, closed_at from rush_runs
    where player_id = ${player_id} and pool = ${pool}
    and cardinality(flags) > 0 and state = 'counted'
    and closed_at >= ${period_start}
    and closed_at < ${new Date(period_end.getTime() + LATE_RESULT_GRACE_MS)}
  `.execute(db);
  return rows.map(({ issued_at, closed_at }) => ({
    issuedAt: issued_at.getTime(),
    arrivedAt: closed_at.getTime(),
  }));
}
