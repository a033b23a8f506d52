import type { Pool } from '../../src/rules/networks.ts';
import { type PrizeRow, prizeNaira, prizeRows } from '../../src/rules/prize-table.ts';
import { ALL_POINTS, periodOf } from '../boards/boards.ts';
import type { Ranking, Standings } from '../boards/ranking.ts';
import { countPlayers } from '../boards/read.ts';
import type { Db } from '../database/tables.ts';
import { readVersions, versionAt } from './table.ts';
import { readCoinsBought } from './winners.ts';

/** Where a player stands this week, and what it would bring; points and naira are whole. */
export type WeekPlace = {
  /** `null` without points. */
  place: number | null;
  /** Points to the next place up; `null` at the top and without a place. */
  toNext: number | null;
  /** What the place would bring its player in cash if the week ended now. */
  cashNaira: number;
  /** Points to the last place that wins cash; `null` where none does, and for who stands there. */
  toMoney: number | null;
};

type WhosePlace = { playerId: number; pool: Pool; at: number };

/**
 * A player's place on the weekly board of their pool at `at` (epoch milliseconds), by the prize
 * table of the week's start (game.md#your-place). It reads the paid places and who stands next.
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
  const standings = await ranking.read({
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
  return placeOf(standings, paid, isPaying);
}

function placeOf(
  { top, own, around }: Standings,
  paid: PrizeRow | undefined,
  /** Whether board and player have what it asks for besides place and points. */
  isPaying: boolean,
): WeekPlace {
  const place = own?.place ?? null;
  const points = own?.points ?? 0;
  const above = place && [...top, ...around].find((one) => one.place === place - 1);
  return {
    place,
    // Who has as many, but later, stands below.
    toNext: above ? above.points + 1 - points : null,
    cashNaira: place && paid && isPaying ? prizeNaira(paid, place, points) : 0,
    toMoney: paid ? toPaid(paid, top, place, points) : null,
  };
}

function toPaid(
  { places, minPoints }: PrizeRow,
  top: Standings['top'],
  place: number | null,
  points: number,
): number | null {
  const isAmong = place !== null && place <= places;
  const last = isAmong ? undefined : top[places - 1];
  const needed = Math.max(minPoints, last ? last.points + 1 : 1);
  return needed > points ? needed - points : null;
}
