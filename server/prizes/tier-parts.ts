import { countsAt, dayOf, LATE_RESULT_GRACE_MS, type Period } from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { type PrizeTable, prizeRows } from '../../src/rules/prizes.ts';
import { rowWithPart, type TierPart, tierPartNaira } from '../../src/rules/tier-parts.ts';
import { rushTier } from '../../src/rules/tournament.ts';
import { periodOf } from '../boards/boards.ts';
import type { Db, Trx } from '../database/tables.ts';
import { type PrizePeriod, readVersions, versionAt } from './places.ts';
import { OPEN_FOR_MS, readKin, readRings } from './rings.ts';

/** A day of the tournament in a pool. */
type PoolDay = { pool: Pool; period: Period };

/**
 * The sum that each place of a day's tiers pays, by the tickets that were played in the tier
 * (game.md#what-a-tier-pays). A ticket counts with its price without fees. A ticket that was free, whose run
 * was void or whose money was taken back counts with nothing.
 */
async function readTierParts(
  db: Db,
  { pool, period }: PoolDay,
  table: PrizeTable,
): Promise<TierPart[]> {
  const rows = prizeRows(table, pool, 'rush').filter((row) => row.ticketPercent !== null);
  if (rows.length === 0) return [];
  const kinOf = await readKin(db, period);
  const byTier = Map.groupBy(await readTickets(db, { pool, period }), ({ points }) =>
    rushTier(points),
  );
  return rows.flatMap((row) => {
    const { tier, naira } = row;
    if (tier === null || naira === 'bands') return [];
    const groups = Map.groupBy(byTier.get(tier) ?? [], ({ playerId }) => kinOf(playerId));
    const kobo = [...groups.values()].map((accounts) => accounts.map((one) => one.kobo));
    return [{ tier, naira: tierPartNaira({ ...row, naira }, kobo) }];
  });
}

/**
 * Fixes the sums of a day's tiers when its period is settled. They never change later. The groups of players
 * are stored too, because the marks that they share may be deleted before a place moves up. The caller has
 * locked the period.
 */
export async function fixTierParts(
  trx: Trx,
  { board, pool, period }: PrizePeriod,
  table: PrizeTable,
): Promise<void> {
  if (board !== 'rush') return;
  const parts = await readTierParts(trx, { pool, period }, table);
  await trx
    .updateTable('prize_periods')
    .set({
      tier_parts: JSON.stringify(parts),
      rings: JSON.stringify(await readRings(trx, period)),
    })
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', new Date(period.startsAt))
    .execute();
}

/** The prize table of a settled period, with the sums that were fixed for its tiers. */
export async function fixedTable(
  trx: Trx,
  { board, pool, period }: PrizePeriod,
  table: PrizeTable,
): Promise<PrizeTable> {
  if (board !== 'rush') return table;
  const { tier_parts: parts } = await trx
    .selectFrom('prize_periods')
    .select('tier_parts')
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', new Date(period.startsAt))
    .executeTakeFirstOrThrow();
  return table.flatMap((row) => {
    if (row.board !== 'rush') return [row];
    const part = parts.find(({ tier }) => tier === row.tier);
    return rowWithPart(row, part?.naira) ?? [];
  });
}

type Tickets = { playerId: number; points: number; kobo: number };

/** Each player's points of a day, and the sum in kobo with which their tickets count. */
async function readTickets(db: Db, { pool, period }: PoolDay): Promise<Tickets[]> {
  const runs = await db
    .selectFrom('rush_runs as run')
    .innerJoin('rush_tickets as ticket', 'ticket.reference', 'run.ticket')
    .leftJoin('payments as payment', (join) =>
      join
        .onRef('payment.reference', '=', 'run.ticket')
        .on('payment.state', '=', 'paid')
        .on('ticket.undone_at', 'is', null),
    )
    .select(['run.player_id', 'points', 'opened_at', 'closed_at', 'payment.kobo'])
    .where('pool', '=', pool)
    .where('run.state', '=', 'counted')
    .where('opened_at', '>=', new Date(period.startsAt - OPEN_FOR_MS))
    .where('opened_at', '<', new Date(period.endsAt))
    .where('closed_at', '>=', new Date(period.startsAt))
    .where('closed_at', '<', new Date(period.endsAt + LATE_RESULT_GRACE_MS))
    .execute();
  const ofDay = runs.filter(({ opened_at, closed_at }) => {
    const at = countsAt(opened_at.getTime(), closed_at?.getTime() ?? 0, dayOf);
    return dayOf(at).startsAt === period.startsAt;
  });
  return [...Map.groupBy(ofDay, ({ player_id }) => player_id)].map(([playerId, played]) => ({
    playerId,
    points: played.reduce((sum, { points }) => sum + points, 0),
    kobo: played.reduce((sum, { kobo }) => sum + (kobo ?? 0), 0),
  }));
}

/** How long the sums may lack a new ticket. */
const CACHED_FOR_MS = 30_000;

/** Reads what a day's tiers pay in a pool by the tickets so far. */
export type ReadTierParts = (pool: Pool, which: 'current' | 'previous') => Promise<TierPart[]>;

type Cached = { startsAt: number; until: number; parts: Promise<TierPart[]> };

/** Gives all callers within half a minute the same sums, so that not every board reads the day's runs. */
export function cachedTierParts(db: Db, now: () => number): ReadTierParts {
  const cache = new Map<string, Cached>();
  return (pool, which) => {
    const at = now();
    const period = periodOf('rush', at, which);
    const { startsAt } = period;
    const key = `${pool} ${which}`;
    const last = cache.get(key);
    if (last?.startsAt === startsAt && at < last.until) return last.parts;
    const parts = read(db, pool, period);
    cache.set(key, { startsAt, until: at + CACHED_FOR_MS, parts });
    parts.catch(() => cache.delete(key));
    return parts;
  };
}

async function read(db: Db, pool: Pool, period: Period): Promise<TierPart[]> {
  const version = versionAt(await readVersions(db), period.startsAt);
  return version ? readTierParts(db, { pool, period }, version.rows) : [];
}
