import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { dayOf, type Period } from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import {
  type PrizeBoard,
  type PrizeRow,
  type PrizeTable,
  prizeNaira,
  prizeRows,
} from '../../src/rules/prizes.ts';
import { namedRaffleMonth, raffleMonthOf } from '../../src/rules/raffle.ts';
import {
  ALL_POINTS,
  BOARD_PERIODS,
  type BoardName,
  countPlayers,
  periodOf,
  pointsOfTier,
} from '../boards/boards.ts';
import type { Places, Ranking } from '../boards/ranking.ts';
import type { Config } from '../config/config.ts';
import { lockText } from '../database/locks.ts';
import type { Db, Trx } from '../database/tables.ts';
import { paymentKey } from '../ledger/entries.ts';
import { drawnWinners, findDraw } from '../raffle/draws.ts';

/** A player's place this week and what it wins. Points and naira are whole numbers. */
export type WeekPlace = {
  /** The player's place; `null` without points. */
  place: number | null;
  /**
   * The points that the player needs to reach the next higher place; `null` in the first place and without a
   * place.
   */
  toNext: number | null;
  /** The cash that the place would win if the week ended now. */
  cashNaira: number;
  /**
   * The points that the player needs to win cash; `null` if they would win cash already, or if no place wins.
   */
  toMoney: number | null;
};

type WhosePlace = { playerId: number; pool: Pool; at: number };

/**
 * A player's place on the weekly board of their pool at `at` (epoch milliseconds). The prize table is the one
 * that was in force at the week's start (game.md#your-place). Only the paid places and the player's
 * neighbours are read.
 */
export async function readWeekPlace(
  db: Db,
  ranking: Pick<Ranking, 'read'>,
  { playerId, pool, at }: WhosePlace,
): Promise<WeekPlace> {
  const period = periodOf('weekly', at, 'current');
  const { startsAt } = period;
  const week = { board: 'weekly', pool, startsAt } as const;
  const table = versionAt(await readVersions(db), startsAt)?.rows ?? [];
  const paid = prizeRows(table, pool, 'weekly').find(({ kind }) => kind === 'cash');
  const places = await ranking.read({
    ...week,
    playerId,
    range: ALL_POINTS,
    rows: paid?.places ?? 1,
    around: 1,
  });
  const isPaying =
    paid !== undefined &&
    (paid.minPlayers <= 1 || (await countPlayers(db, week)) >= paid.minPlayers) &&
    (paid.minCoinsBought === 0 ||
      (await readCoinsBought(db, playerId, period)) >= paid.minCoinsBought);
  return placeOf(places, paid, isPaying);
}

function placeOf(
  { top, own, around }: Places,
  paid: PrizeRow | undefined,
  /** Whether the board has enough players and the player has bought enough coins. */
  isPaying: boolean,
): WeekPlace {
  const place = own?.place ?? null;
  const points = own?.points ?? 0;
  const above = place && [...top, ...around].find((one) => one.place === place - 1);
  return {
    place,
    // On equal points the earlier player ranks higher, so one more point is needed.
    toNext: above ? above.points + 1 - points : null,
    cashNaira: place && paid && isPaying ? prizeNaira(paid, place, points) : 0,
    toMoney: paid ? toPaid(paid, top, place, points) : null,
  };
}

function toPaid(
  { places, minPoints }: PrizeRow,
  top: Places['top'],
  place: number | null,
  points: number,
): number | null {
  const isAmong = place !== null && place <= places;
  const last = isAmong ? undefined : top[places - 1];
  const needed = Math.max(minPoints, last ? last.points + 1 : 1);
  return needed > points ? needed - points : null;
}

/** A prize table that was in force from `since` on, in epoch milliseconds. */
export type TableVersion = {
  id: number;
  rows: PrizeTable;
  withholdingPercent: number;
  since: number;
};

type Configured = Pick<Config, 'prizes' | 'withholdingPercent'>;

/**
 * Stores the prize table that a server starts with, if it differs from the last one. Periods that begin from
 * now on are paid by it (game.md#prize-table). Servers that start together do this one after the other.
 */
export async function notePrizeTable(
  db: Db,
  { prizes, withholdingPercent }: Configured,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockText(trx, 'prize table');
    const last = (await readVersions(trx)).at(-1);
    const isSame =
      last?.withholdingPercent === withholdingPercent && isDeepStrictEqual(last.rows, prizes);
    if (isSame) return;
    const withholding = Math.round(withholdingPercent * 100);
    const rows = JSON.stringify(prizes);
    await trx
      .insertInto('prize_tables')
      .values({ rows, withholding, since: new Date(now) })
      .execute();
  });
}

/** All prize tables that were ever in force, the oldest first. */
export async function readVersions(db: Db | Trx): Promise<TableVersion[]> {
  const versions = await db.selectFrom('prize_tables').selectAll().orderBy('id').execute();
  return versions.map(({ id, rows, withholding, since }) => ({
    id,
    // Older tables were stored before prizes could depend on tickets, so they have no such share.
    rows: rows.map((row) => ({ ...row, ticketPercent: row.ticketPercent ?? null })),
    withholdingPercent: withholding / 100,
    since: since.getTime(),
  }));
}

/** The table that was in force at a time. For a time before the first table, it is the first table. */
export function versionAt(versions: readonly TableVersion[], at: number): TableVersion | undefined {
  return versions.findLast(({ since }) => since <= at) ?? versions[0];
}

/**
 * The prizes of the running periods. Each board is paid by the table of its period's start
 * (game.md#prize-table).
 */
export async function readOfferedPrizes(
  db: Db,
  now: number,
): Promise<{ prizes: PrizeTable; withholdingPercent: number }> {
  const versions = await readVersions(db);
  const startOf = { ...BOARD_PERIODS, raffle: raffleMonthOf };
  const prizes = Object.entries(startOf).flatMap(([board, periodAt]) => {
    const version = versionAt(versions, periodAt(now).startsAt);
    return version?.rows.filter((row) => row.board === board) ?? [];
  });
  const { withholdingPercent = 0 } = versionAt(versions, dayOf(now).startsAt) ?? {};
  return { prizes, withholdingPercent };
}

/** A player who is paid, their place on the list, and their prize in whole naira. */
type Winner = { playerId: number; place: number; naira: number };

/**
 * The players whom a row of the prize table pays: those at the top of the list who have enough points and
 * have bought enough coins. If a player has deleted their account, or if their prize was refused or has
 * lapsed, the next player moves up (game.md#held-prizes). A player whose prize is on its way keeps it. A
 * compensation takes no place.
 */
export async function findWinners(
  db: Db,
  { board, pool, period }: { board: BoardName; pool: Pool; period: Period },
  row: PrizeRow,
): Promise<Winner[]> {
  const { from, below } = row.tier === null ? ALL_POINTS : pointsOfTier(row.tier);
  const start = sql`${new Date(period.startsAt)}::timestamptz`;
  const end = sql`${new Date(period.endsAt)}::timestamptz`;
  const listed = sql`board = ${board} and pool = ${pool} and period_start = ${start}
    and points >= ${from}::bigint and points < ${below}::bigint`;
  const hasPayout = (state: Sql) => sql`exists (
    select from payouts where payouts.player_id = listed.player_id
    and payouts.board = ${board} and payouts.pool = ${pool} and payouts.tier = ${row.tier ?? 0}
    and payouts.period_start = ${start} and payouts.withdrawn_question is null and payouts.state ${state}
  )`;
  const { rows } = await sql<{ player_id: number; points: number; place: number }>`
    select listed.player_id, listed.points, listed.place::int as place
    from (
      select player_id, points, row_number() over (order by points desc, reached_at, player_id) as place
      from board_scores where ${listed}
    ) listed
    join players on players.id = listed.player_id
    where points >= ${row.minPoints}::bigint
    and (${row.minPlayers}::bigint <= (select count(*) from board_scores where ${listed}))
    and not ${hasPayout(sql`in ('refused', 'lapsed')`)}
    and (${hasPayout(sql`not in ('refused', 'lapsed')`)} or (
      players.deleted_at is null
      and (${row.minCoinsBought}::bigint = 0
        or ${row.minCoinsBought}::bigint <= ${coinsBought(sql`listed.player_id`, start, end)})
    ))
    order by listed.place limit ${row.places}
  `.execute(db);
  return rows.map(({ player_id, points, place }, index) => ({
    playerId: player_id,
    place,
    naira: prizeNaira(row, index + 1, points),
  }));
}

/** The coins of packs that a player bought in a period. Payments that were taken back don't count. */
export async function readCoinsBought(
  db: Db,
  playerId: number,
  { startsAt, endsAt }: Period,
): Promise<number> {
  const at = (time: number) => sql`${new Date(time)}::timestamptz`;
  const coins = coinsBought(sql`${playerId}::bigint`, at(startsAt), at(endsAt));
  const { rows } = await sql<{ coins: number }>`select ${coins} as coins`.execute(db);
  return rows[0]?.coins ?? 0;
}

function coinsBought(playerId: Sql, start: Sql, end: Sql) {
  return sql<number>`(
    select coalesce(sum(posting.amount), 0)::bigint from ledger_postings posting
    join ledger_movements movement on movement.id = posting.movement_id
    join payments on payments.reference = substr(movement.key, ${paymentKey('').length + 1})
    where posting.player_id = ${playerId} and posting.account = 'wallet'
    and movement.reason = 'coins-bought'
    and movement.created_at >= ${start} and movement.created_at < ${end}
    and payments.state = 'paid'
  )`;
}

type Sql = ReturnType<typeof sql>;

/** A period of a board or of the raffle, in a pool. */
export type PrizePeriod = { board: PrizeBoard; pool: Pool; period: Period };

/** A list whose first places are paid: a board, a tier of the day, or the tickets of a draw. */
type PaidList = Pick<PrizeRow, 'tier' | 'kind'> & { winners: Winner[] };

/** The winners of each paid list of a settled period, by the period's prize table. */
export async function readLists(
  trx: Trx,
  { board, pool, period }: PrizePeriod,
  table: PrizeTable,
): Promise<PaidList[]> {
  // The table does not matter here, because a draw's prize was fixed before its first ticket.
  if (board === 'raffle') {
    return [{ tier: null, kind: 'cash', winners: await findDrawn(trx, period) }];
  }
  const lists: PaidList[] = [];
  for (const row of prizeRows(table, pool, board)) {
    const { tier, kind } = row;
    lists.push({ tier, kind, winners: await findWinners(trx, { board, pool, period }, row) });
  }
  return lists;
}

/** The months of the raffle that are drawn and not settled yet. */
export async function findDrawnPeriods(db: Db): Promise<Period[]> {
  const draws = await db
    .selectFrom('raffle_draws')
    .select('month')
    .where('drawn_at', 'is not', null)
    .where('closes_at', 'not in', (eb) =>
      eb.selectFrom('prize_periods').select('period_end').where('board', '=', 'raffle'),
    )
    .orderBy('month')
    .execute();
  return draws.flatMap(({ month }) => namedRaffleMonth(month) ?? []);
}

/**
 * The winners of a draw, in the order of their tickets; each player wins once. If a player has deleted their
 * account, or if their prize was refused or has lapsed, the next reserve takes the place
 * (game.md#held-prizes).
 */
async function findDrawn(trx: Trx, { startsAt }: Period): Promise<Winner[]> {
  const { month } = raffleMonthOf(startsAt);
  const draw = await findDraw(trx, month);
  if (!draw) return [];
  const winners = new Map<number, Winner>();
  for (const { playerId, place } of await drawnWinners(trx, month)) {
    if (winners.size === draw.places) break;
    if (winners.has(playerId) || !(await mayBePaid(trx, playerId, startsAt))) continue;
    winners.set(playerId, { playerId, place, naira: draw.naira });
  }
  return [...winners.values()];
}

async function mayBePaid(trx: Trx, playerId: number, startsAt: number): Promise<boolean> {
  const { deleted_at, state } = await trx
    .selectFrom('players')
    .leftJoin('payouts', (join) =>
      join
        .onRef('payouts.player_id', '=', 'players.id')
        .on('board', '=', 'raffle')
        .on('period_start', '=', new Date(startsAt)),
    )
    .select(['deleted_at', 'state'])
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  return state === null ? deleted_at === null : state !== 'refused' && state !== 'lapsed';
}
