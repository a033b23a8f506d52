import type { Period } from '../../src/rules/calendar.ts';
import { POOLS } from '../../src/rules/networks.ts';
import { BOARD_PERIODS, type BoardName, finalAt } from '../boards/boards.ts';
import type { Db, Trx } from '../database/tables.ts';
import { findDrawnPeriods } from './drawn.ts';
import { type PrizePeriod, readLists } from './lists.ts';
import { makePayout } from './make-payout.ts';
import { readVersions, type TableVersion, versionAt } from './table.ts';
import { fixedTable, fixTierParts, readKin } from './tier-parts.ts';

/** A result that came in the last instant is written by then. */
export const WRITTEN_WITHIN_MS = 60_000;

/**
 * Makes payouts of the places of every period that has become final, and of every draw, each once, by
 * whichever process comes first (game.md#payouts). Periods that were over before the first prize table was
 * noted are not paid.
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

/** Periods of boards that are final and not settled, the oldest of each first. */
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

/** All of a period, or nothing: whoever is killed in the middle leaves it to the next. */
async function settle(
  trx: Trx,
  versions: readonly TableVersion[],
  of: PrizePeriod,
  now: number,
): Promise<void> {
  const { board, pool, period } = of;
  const version = versionAt(versions, period.startsAt);
  if (!version) return;
  // Another process that is at it is waited for here.
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
  await payPlaces(trx, of, version, now);
}

/** Makes payouts of a settled period's places that have none yet. The caller holds the period. */
export async function payPlaces(
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
 * The mark of a player's group: the one that its payouts of the day have in any pool, where there are any. Its lowest
 * account may have been deleted since, and a new mark would let a second prize of the group go on by itself.
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
  // The oldest comes last, and stays.
  const noted = new Map(made.map(({ player_id, kin }) => [kinOf(player_id), kin]));
  return (playerId) => noted.get(kinOf(playerId)) ?? kinOf(playerId);
}
