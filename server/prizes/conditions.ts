import { isAdult } from '../../src/rules/age.ts';
import { countsAt } from '../../src/rules/calendar.ts';
import { KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import type { HoldReason } from '../../src/rules/payouts.ts';
import { BOARD_PERIODS } from '../boards/boards.ts';
import type { Config } from '../config/config.ts';
import type { Db, Trx } from '../database/tables.ts';
import { hasOpenClaim } from '../payments/claims.ts';
import { proofHold } from '../proof/due.ts';
import { readFlagged } from './flagged.ts';
import type { Payout } from './payout.ts';

/** What a payout is judged by: itself, its player, and now in epoch milliseconds. */
export type Judged = {
  db: Trx;
  config: Pick<Config, 'twoPeopleAboveNaira'>;
  payout: Payout;
  player: Winner;
  now: number;
};

/** What the conditions ask of whoever has won; `null` where there is none. */
type Winner = { dob: string | null; account: { hash: string; heldUntil: number | null } | null };

/** A condition of a prize: what holds it, `null` where it is met. */
type Condition = (judged: Judged) => HoldReason | null | Promise<HoldReason | null>;

const knownAge: Condition = ({ player }) => (player.dob === null ? 'no-birth-date' : null);

/** Of the period that was played, not of today (game.md#who-can-win). */
const adult: Condition = ({ payout, player: { dob } }) =>
  dob !== null && !isAdult(dob, payout.period_end.getTime() - 1) ? 'under-age' : null;

/** Airtime and data go to the player's number. */
const bankAccount: Condition = ({ payout, player }) =>
  payout.kind === 'cash' && player.account === null ? 'no-bank-account' : null;

const unchangedBank: Condition = ({ payout, player: { account }, now }) =>
  payout.kind === 'cash' && (account?.heldUntil ?? 0) > now ? 'bank-changed' : null;

/** Whether a prize of somebody else went to the same account, or goes there. */
const ownBank: Condition = async ({ db, payout, player: { account } }) => {
  if (payout.kind !== 'cash' || account === null) return null;
  const other = await db
    .selectFrom('payouts')
    .select('id')
    .where('account_hash', '=', account.hash)
    .where('player_id', '!=', payout.player_id)
    .limit(1)
    .executeTakeFirst();
  return other ? 'bank-shared' : null;
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

/** What is won is proved, unless that was done for as much before (game.md#proof-round). */
const proofRound: Condition = ({ db, payout, now }) => proofHold(db, payout, now);

/** Two operators say yes to a large prize (operations.md#sending-prizes). */
const twoPeople: Condition = async ({ db, config, payout }) => {
  if (payout.gross_kobo <= config.twoPeopleAboveNaira * KOBO_PER_NAIRA) return null;
  const { count } = await db
    .selectFrom('payout_approvals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payout_id', '=', payout.id)
    .executeTakeFirstOrThrow();
  return Number(count) < 2 ? 'second-approval' : null;
};

/** Whoever else has to be asked before a prize is paid is one more of these (game.md#held-prizes). */
const CONDITIONS: readonly Condition[] = [
  knownAge,
  adult,
  bankAccount,
  unchangedBank,
  ownBank,
  nothingOwed,
  unflagged,
  proofRound,
  twoPeople,
];

/** All that holds a payout now, but for what an operator has let pass. */
export async function judge(
  db: Trx,
  config: Judged['config'],
  payout: Payout,
  now: number,
): Promise<HoldReason[]> {
  const judged = { db, config, payout, player: await readWinner(db, payout.player_id), now };
  const reasons: HoldReason[] = [];
  for (const condition of CONDITIONS) {
    const reason = await condition(judged);
    if (reason !== null && !payout.released.includes(reason)) reasons.push(reason);
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
  return { dob, account: account_hash === null ? null : { hash: account_hash, heldUntil } };
}
