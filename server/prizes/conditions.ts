import { sql } from 'kysely';
import { isAdult } from '../../src/rules/age.ts';
import { countsAt, dayOf } from '../../src/rules/calendar.ts';
import { KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import type { HoldReason } from '../../src/rules/payouts.ts';
import { prizeRows } from '../../src/rules/prizes.ts';
import { BOARD_PERIODS } from '../boards/boards.ts';
import type { Config } from '../config/config.ts';
import type { Db, Trx } from '../database/tables.ts';
import { hasOpenClaim } from '../payments/credit.ts';
import { proofHold } from '../proof/claim.ts';
import { readCoinsBought, readFlagged, readVersions } from './places.ts';
import { accountSharers } from './rings.ts';
import type { Payout } from './settle.ts';

/** What a payout is judged by: itself, its player, and now in epoch milliseconds. */
export type Judged = {
  db: Trx;
  config: Pick<Config, 'twoPeopleAboveNaira'>;
  payout: Payout;
  player: Winner;
  now: number;
};

/** What the conditions ask of whoever has won; `null` where there is none. */
type Winner = { dob: string | null; account: { heldUntil: number | null } | null };

/** A condition of a prize: what holds it, `null` where it is met. */
type Condition = (judged: Judged) => HoldReason | null | Promise<HoldReason | null>;

const knownAge: Condition = ({ player }) => (player.dob === null ? 'no-birth-date' : null);

/** Of the period that was played, not of today (game.md#who-can-win). */
const adult: Condition = ({ payout, player: { dob } }) =>
  dob !== null && !isAdult(dob, payout.period_end.getTime() - 1) ? 'under-age' : null;

/** Coins of packs that the prize asks for, bought in its period and kept: a refund takes them. */
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

/** Airtime and data go to the player's number. */
const bankAccount: Condition = ({ payout, player }) =>
  payout.kind === 'cash' && player.account === null ? 'no-bank-account' : null;

const unchangedBank: Condition = ({ payout, player: { account }, now }) =>
  payout.kind === 'cash' && (account?.heldUntil ?? 0) > now ? 'bank-changed' : null;

/** Whether another player has the account or was paid to it, or is one person with this one by its name. */
const ownBank: Condition = async ({ db, payout, player: { account } }) => {
  if (payout.kind !== 'cash' || account === null) return null;
  return (await accountSharers(db, payout.player_id)).length > 0 ? 'bank-shared' : null;
};

const nothingOwed: Condition = async ({ db, payout }) =>
  (await hasOpenClaim(db, payout.player_id)) ? 'claim' : null;

/** Runs that count for the period and look implausible wait for a person, as an operator's stop does. */
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

/** Of accounts that are each other's one prize of a day goes on by itself (game.md#accounts-that-are-each-others). */
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

/** What is won is proved, unless that was done for as much before (game.md#proof-round). */
const proofRound: Condition = ({ db, payout, now }) => proofHold(db, payout, now);

/**
 * Two operators say yes to what a player wins in a day above the limit, which is then let pass
 * (money-out.md#sending-prizes).
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

/** Whoever else has to be asked before a prize is paid is one more of these (game.md#held-prizes). */
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

/** All that holds a payout now, but for what an operator has let pass. */
export async function findHoldReasons(
  db: Trx,
  config: Judged['config'],
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

async function readWinner(db: Db, playerId: number): Promise<Winner> {
  const { dob, account_hash, held_until } = await db
    .selectFrom('players')
    .leftJoin('bank_accounts', 'bank_accounts.player_id', 'players.id')
    .select(['dob', 'account_hash', 'held_until'])
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  const heldUntil = held_until?.getTime() ?? null;
  return { dob, account: account_hash === null ? null : { heldUntil } };
}
