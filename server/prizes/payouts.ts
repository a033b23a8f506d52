import { randomInt } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { MINUTE_MS, type Period } from '../../src/rules/calendar.ts';
import { POOLS, type Pool } from '../../src/rules/networks.ts';
import {
  FULL_MEND_TIME,
  HOLD_REASONS,
  type HoldReason,
  mendClock,
  nextPayoutState,
  type PayoutActor,
  type PayoutEvent,
  RELEASABLE,
} from '../../src/rules/payouts.ts';
import { type PrizeBoard, type PrizeKind, prizeRows, withhold } from '../../src/rules/prizes.ts';
import { addScores, BOARD_PERIODS, type BoardName, finalAt, periodsOf } from '../boards/boards.ts';
import type { BoardAndPeriod } from '../boards/ranking.ts';
import type { Db, Tables, Trx } from '../database/tables.ts';
import { endPrize, enterPrize, payPrize } from '../ledger/entries.ts';
import { addNotice, WAYS_ON } from './notices.ts';
import {
  findDrawnPeriods,
  findWinners,
  type PrizePeriod,
  readLists,
  readVersions,
  type TableVersion,
  versionAt,
} from './places.ts';
import { readKin } from './rings.ts';
import { fixedTable, fixTierParts } from './tier-parts.ts';

/** A result that arrived at the last moment is in the database after this time. */
export const WRITTEN_WITHIN_MS = MINUTE_MS;

/**
 * Makes payouts of the places of every final period and every draw, once, whichever process comes first
 * (game.md#payouts). Periods that ended before the first prize table was stored are not paid.
 */
export async function settlePeriods(db: Db, now: number, signal?: AbortSignal): Promise<void> {
  const versions = await readVersions(db);
  const raffles = await findDrawnPeriods(db);
  const due = [
    ...(await findDue(db, versions, now)),
    ...raffles.map((period) => ({ board: 'raffle' as const, pool: 'all' as const, period })),
  ];
  for (const of of due) {
    if (signal?.aborted) return;
    await db.transaction().execute((trx) => settle(trx, versions, of, now));
  }
}

/** The periods that are final and not settled yet, the oldest of each board first. */
async function findDue(
  db: Db,
  versions: readonly TableVersion[],
  now: number,
): Promise<PrizePeriod[]> {
  const [first] = versions;
  if (!first) return [];
  const settled = await db
    .selectFrom('prize_periods')
    .select(({ fn }) => ['board', 'pool', fn.max('period_end').as('until')])
    .groupBy(['board', 'pool'])
    .execute();
  const boards = Object.keys(BOARD_PERIODS) as BoardName[];
  return boards.flatMap((board) =>
    POOLS.flatMap((pool) => {
      const last = settled.find((one) => one.board === board && one.pool === pool);
      const due: PrizePeriod[] = [];
      let period = BOARD_PERIODS[board](last?.until.getTime() ?? first.since);
      while (finalAt(period) + WRITTEN_WITHIN_MS <= now) {
        due.push({ board, pool, period });
        period = BOARD_PERIODS[board](period.endsAt);
      }
      return due;
    }),
  );
}

/**
 * Settles a period as a whole. If the process is killed in the middle, nothing has changed, and the next
 * process settles the period.
 */
async function settle(
  trx: Trx,
  versions: readonly TableVersion[],
  of: PrizePeriod,
  now: number,
): Promise<void> {
  const { board, pool, period } = of;
  const version = versionAt(versions, period.startsAt);
  if (!version) return;
  // If another process is settling the period, this statement waits for it.
  const mine = await trx
    .insertInto('prize_periods')
    .values({
      board,
      pool,
      period_start: new Date(period.startsAt),
      period_end: new Date(period.endsAt),
      table_id: version.id,
      settled_at: new Date(now),
    })
    .onConflict((conflict) => conflict.columns(['board', 'pool', 'period_start']).doNothing())
    .returning('board')
    .executeTakeFirst();
  if (!mine) return;
  await fixTierParts(trx, of, version.rows);
  await makePayoutsOfPlaces(trx, of, version, now);
}

/** Makes payouts of the places of a settled period that have none yet. The caller has locked the period. */
async function makePayoutsOfPlaces(
  trx: Trx,
  of: PrizePeriod,
  { rows, withholdingPercent }: TableVersion,
  now: number,
): Promise<void> {
  const { board, pool, period } = of;
  const kinOf = board === 'rush' ? await readNotedKin(trx, period) : null;
  for (const { tier, kind, winners } of await readLists(trx, of, await fixedTable(trx, of, rows))) {
    const made = await trx
      .selectFrom('payouts')
      .select('player_id')
      .where('board', '=', board)
      .where('pool', '=', pool)
      .where('tier', '=', tier ?? 0)
      .where('period_start', '=', new Date(period.startsAt))
      .execute();
    const paid = new Set(made.map(({ player_id }) => player_id));
    for (const winner of winners) {
      if (paid.has(winner.playerId)) continue;
      const won = { ...winner, ...of, tier, kind, withholdingPercent };
      await makePayout(trx, { ...won, kin: kinOf?.(winner.playerId) ?? null }, now);
    }
  }
}

/**
 * Gives the mark of a player's group on a day. If the group has a payout of that day in any pool, its mark is
 * used, because the account whose id is the mark may have been deleted since. A new mark would let the group
 * get a second prize without an operator.
 */
async function readNotedKin(trx: Trx, period: Period): Promise<(playerId: number) => number> {
  const kinOf = await readKin(trx, period);
  const made = await trx
    .selectFrom('payouts')
    .select(['player_id', 'kin'])
    .where('board', '=', 'rush')
    .where('period_start', '=', new Date(period.startsAt))
    .orderBy('id', 'desc')
    .execute();
  // The oldest payout comes last, so its mark is the one that is kept.
  const noted = new Map(made.map(({ player_id, kin }) => [kinOf(player_id), kin]));
  return (playerId) => noted.get(kinOf(playerId)) ?? kinOf(playerId);
}

/** A prize that was won. */
type Won = {
  playerId: number;
  board: PrizeBoard;
  pool: Pool;
  tier: 1 | 2 | 3 | null;
  period: Period;
  /** The place on the board or in the draw. */
  place: number;
  kind: PrizeKind;
  naira: number;
  withholdingPercent: number;
  /**
   * The withdrawn question that this prize is a compensation for. Such a prize is paid in addition to the
   * places.
   */
  withdrawnQuestion?: string;
  /** The mark of the group that the player of a tier's prize belongs to: the lowest player id in it. */
  kin?: number | null;
};

/**
 * Makes a payout of a prize and enters the prize in the ledger. The payout is checked next. The database
 * allows one payout for each place, and one for each withdrawn question and player.
 */
async function makePayout(trx: Trx, won: Won, now: number): Promise<void> {
  const { period, board, pool, place, kind } = won;
  const { grossKobo, taxKobo, netKobo } = withhold(won.naira, won.withholdingPercent);
  const at = new Date(now);
  const payout = await trx
    .insertInto('payouts')
    .values({
      reference: newReference(),
      player_id: won.playerId,
      board,
      pool,
      tier: won.tier ?? 0,
      period_start: new Date(period.startsAt),
      period_end: new Date(period.endsAt),
      place,
      kind,
      gross_kobo: grossKobo,
      tax_kobo: taxKobo,
      net_kobo: netKobo,
      made_at: at,
      state_at: at,
      withdrawn_question: won.withdrawnQuestion ?? null,
      kin: won.kin ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enterPrize(trx, moneyOf(payout), now);
  await addNotice(trx, payout.id, 'won', now);
}

/** Letters and digits that look different enough not to be mistaken for one another. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A reference such as `PO-8HZN-09`. If it is taken, the database refuses it, and the period is settled by a
 * later try.
 */
function newReference(): string {
  const letters = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `PO-${letters}-${String(randomInt(100)).padStart(2, '0')}`;
}

/** A payout as it is stored. */
export type Payout = Selectable<Tables['payouts']>;

/**
 * Locks a payout until the transaction ends; `null` if another process has locked it, or if there is no such
 * payout.
 */
export async function takePayout(trx: Trx, id: number): Promise<Payout | null> {
  const payout = await trx
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return payout ?? null;
}

/** A payout's amounts for the ledger. */
function moneyOf(payout: Payout) {
  return {
    reference: payout.reference,
    playerId: payout.player_id,
    grossKobo: payout.gross_kobo,
    taxKobo: payout.tax_kobo,
    netKobo: payout.net_kobo,
    kind: payout.kind,
  };
}

/**
 * Makes a payout of the next place of the period, or in a draw of the next reserve, because a payout was
 * refused or has lapsed (game.md#held-prizes).
 */
async function makeNextPayout(trx: Trx, ended: Payout, now: number): Promise<void> {
  const { board, pool } = ended;
  // If two payouts end at the same time, the second waits for the lock, so that each goes to a different
  // next place.
  const settled = await trx
    .selectFrom('prize_periods')
    .select(['table_id', 'period_start', 'period_end'])
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', ended.period_start)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const version = (await readVersions(trx)).find(({ id }) => id === settled.table_id);
  if (!version) throw new Error('a settled period has no prize table');
  const { period_start, period_end } = settled;
  const period = { startsAt: period_start.getTime(), endsAt: period_end.getTime() };
  await makePayoutsOfPlaces(trx, { board, pool, period }, version, now);
}

/** A player who lost points by a withdrawn question in a period that is already settled. */
type HurtWinner = { playerId: number; questionId: string; period: BoardAndPeriod };

/**
 * Pays a player who lost points by a withdrawn question, and with them the prize of a settled period. It is paid in addition, so no other prize changes (game.md#withdrawn-questions). Gives the
 * sum in whole naira, 0 if nothing is due. The caller has entered the points and locked the player.
 */
export async function payHurtWinner(
  trx: Trx,
  { playerId, questionId, period: { board, pool, startsAt } }: HurtWinner,
  now: number,
): Promise<number> {
  const settled = await trx
    .selectFrom('prize_periods')
    .select(['table_id', 'period_end'])
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', new Date(startsAt))
    .forUpdate()
    .executeTakeFirst();
  const version = (await readVersions(trx)).find(({ id }) => id === settled?.table_id);
  if (!settled || !version) return 0;
  const mine = await trx
    .selectFrom('payouts')
    .select(['state', 'gross_kobo'])
    .where('player_id', '=', playerId)
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', new Date(startsAt))
    .execute();
  // If the player's own prize of the period was refused or has lapsed, nothing more is due.
  if (mine.some(({ state }) => state === 'refused' || state === 'lapsed')) return 0;
  const won = mine.reduce((sum, { gross_kobo }) => sum + gross_kobo, 0) / 100;

  const period = { startsAt, endsAt: settled.period_end.getTime() };
  const of = { board, pool, period };
  let naira = 0;
  for (const row of prizeRows(version.rows, pool, board)) {
    const winners = await asIfCounted(trx, { playerId, board, pool, startsAt }, () =>
      findWinners(trx, of, row),
    );
    const own = winners.find((winner) => winner.playerId === playerId);
    const missing = (own?.naira ?? 0) - won - naira;
    if (!own || missing <= 0) continue;
    const { tier, kind } = row;
    const { withholdingPercent } = version;
    const prize = { playerId, place: own.place, naira: missing, tier, kind, withholdingPercent };
    await makePayout(trx, { ...of, ...prize, withdrawnQuestion: questionId }, now);
    naira += missing;
  }
  return naira;
}

/** Reads a final board with the points that withdrawn questions took from a player added to it. */
async function asIfCounted<Found>(
  trx: Trx,
  { playerId, board, pool, startsAt }: BoardAndPeriod & { playerId: number },
  find: () => Promise<Found>,
): Promise<Found> {
  const repairs = await trx
    .selectFrom('question_repairs as repair')
    .innerJoin('rounds', 'rounds.id', 'repair.played_id')
    .select(['repair.points', 'repair.boards', 'pool', 'issued_at', 'closed_at'])
    .where('repair.player_id', '=', playerId)
    .execute();
  const missing = repairs.filter(({ boards, issued_at, closed_at, ...repair }) => {
    if (closed_at === null || boards.includes(board)) return false;
    const times = { issuedAt: issued_at.getTime(), arrivedAt: closed_at.getTime() };
    return periodsOf({ pool: repair.pool, played: 'round', ...times }).some(
      (one) => one.board === board && one.pool === pool && one.startsAt === startsAt,
    );
  });
  const points = missing.reduce((sum, repair) => sum + repair.points, 0);
  const reached_at = new Date(Math.max(...missing.map((one) => one.closed_at?.getTime() ?? 0)));
  const period_start = new Date(startsAt);
  await sql`savepoint as_if_counted`.execute(trx);
  await addScores(trx, [{ board, pool, period_start, player_id: playerId, points, reached_at }]);
  const found = await find();
  await sql`rollback to savepoint as_if_counted`.execute(trx);
  return found;
}

/** A change of a payout, and who makes it. */
export type PayoutChange =
  | {
      event: Exclude<PayoutEvent, 'held' | 'sent' | 'found' | 'called-back' | 'sent-back'>;
      by: PayoutActor;
    }
  | { event: 'held' | 'called-back'; by: PayoutActor; reasons: readonly HoldReason[] }
  | ({ event: 'sent'; by: 'sender'; account: PaidAccount | null } & SendingNames)
  | ({ event: 'found'; by: 'sender'; failures: number } & SendingNames)
  | { event: 'sent-back'; by: 'sender'; hasLeft: boolean };

/** The reference of a sending, and whether a person sends it. */
type SendingNames = { sentAs: string; isByHand: boolean };

/** The bank account that cash is sent to. `hash` is the account's mark. */
type PaidAccount = { hash: string; bankName: string; ending: string };

/**
 * Brings a payout to its next state, enters it in the ledger, and queues the text to its player. The state is
 * changed nowhere else (game.md#payouts). Gives the changed payout. The caller has locked it. Throws Error if
 * its state does not allow the change.
 */
export async function advancePayout(
  trx: Trx,
  payout: Payout,
  change: PayoutChange,
  now: number,
): Promise<Payout> {
  const state = nextPayoutState(payout.state, change.event, change.by);
  if (state === null) {
    throw new Error(`a payout that is ${payout.state} can't be ${change.event} by ${change.by}`);
  }
  const at = new Date(now);
  const changed = await trx
    .updateTable('payouts')
    .set({
      state,
      ...(state !== payout.state && { state_at: at }),
      ...changesOf(payout, change, now),
    })
    .where('id', '=', payout.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (state === 'paid') {
    await payPrize(trx, moneyOf(payout), now);
    await addNotice(trx, payout.id, 'paid', now);
  }
  if (state === 'refused' || state === 'lapsed') {
    await endPrize(trx, moneyOf(payout), now);
    await makeNextPayout(trx, payout, now);
  }
  const [reason] = changed.reasons;
  if (state !== payout.state || reason !== payout.reasons[0]) {
    const isTexted = (state === 'held' || state === 'failed') && reason && reason in WAYS_ON;
    if (isTexted) await addNotice(trx, payout.id, `held ${reason}`, now);
  }
  return changed;
}

/** The other fields that a change sets, in addition to the state. */
function changesOf(payout: Payout, change: PayoutChange, now: number) {
  const at = new Date(now);
  switch (change.event) {
    case 'cleared':
      return { ...heldBy(payout, [], now), approved_at: at };
    case 'called-back':
      return heldBy(payout, change.reasons, now);
    case 'held':
      return {
        ...heldBy(payout, change.reasons, now),
        // An operator who stops a prize for these reasons takes an earlier release of them back.
        ...(change.by === 'operator' && {
          is_stopped: true,
          released: payout.released.filter((one) => !change.reasons.includes(one)),
        }),
      };
    case 'mended':
      return heldBy(payout, [], now);
    case 'released':
      return {
        ...heldBy(payout, [], now),
        is_stopped: false,
        released: [...payout.released, ...payout.reasons.filter((one) => RELEASABLE.includes(one))],
      };
    case 'refused':
    case 'lapsed':
    case 'given-up':
      return { ended_at: at, mend_by: null };
    case 'sent': {
      const { account } = change;
      const sending = sendingOf(change, at);
      if (account === null) return sending;
      const { hash, bankName, ending } = account;
      return { ...sending, account_hash: hash, bank_name: bankName, bank_ending: ending };
    }
    case 'found':
      return { ...heldBy(payout, [], now), ...sendingOf(change, at), failures: change.failures };
    case 'paid':
      return { paid_at: at };
    case 'sent-back':
      return {
        ...heldBy(payout, ['sent-back'], now),
        // If the money has not left, the next sending has the same reference, so that it can't be paid
        // twice if the money left after all.
        failures: payout.failures + (change.hasLeft ? 1 : 0),
      };
  }
}

function sendingOf({ sentAs, isByHand }: SendingNames, at: Date) {
  return {
    sent_at: at,
    sent_as: sentAs,
    is_by_hand: isByHand,
    provider_asked_at: at,
    said: null,
  };
}

/**
 * The reasons that hold a payout, in the order in which they are shown, and the time that the player has left
 * to mend them.
 */
function heldBy(payout: Payout, reasons: readonly HoldReason[], now: number) {
  const before = { leftMs: payout.mend_left_ms, mendBy: payout.mend_by?.getTime() ?? null };
  const { leftMs, mendBy } = reasons.length > 0 ? mendClock(before, reasons, now) : FULL_MEND_TIME;
  return {
    reasons: HOLD_REASONS.filter((reason) => reasons.includes(reason)),
    mend_left_ms: leftMs,
    mend_by: mendBy === null ? null : new Date(mendBy),
  };
}

/**
 * Whether a payout may have been sent before a restore and has not been searched for since, as an SQL
 * condition.
 */
export const awaitsSearch = sql<boolean>`exists (
  select from restores where restores.at > payouts.period_end
  and (payouts.searched_at is null or payouts.searched_at < restores.at)
)`;

/** Whether `awaitsSearch` holds for one payout. */
export async function isAwaitingSearch(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('payouts')
    .select('id')
    .where('id', '=', id)
    .where(awaitsSearch)
    .executeTakeFirst();
  return row !== undefined;
}
