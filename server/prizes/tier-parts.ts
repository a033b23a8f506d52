import { sql } from 'kysely';
import {
  countsAt,
  DAY_MS,
  dayOf,
  LATE_RESULT_GRACE_MS,
  type Period,
} from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { type PrizeTable, prizeRows } from '../../src/rules/prizes.ts';
import { rowWithPart, type TierPart, tierPartNaira } from '../../src/rules/tier-parts.ts';
import { rushTier } from '../../src/rules/tournament.ts';
import { periodOf } from '../boards/boards.ts';
import type { Db, Trx } from '../database/tables.ts';
import { type PrizePeriod, readVersions, versionAt } from './places.ts';
import { groupRelated, PAYER, ringsOf, type Sign } from './rings.ts';

/** A run that was open for longer brings the tier of its day nothing. */
const OPEN_FOR_MS = 3 * DAY_MS;
/** Who has paid for whom is looked for in so long before the day. */
const PAYER_MEMORY_MS = 90 * DAY_MS;

/** A day of the tournament in a pool. */
type PoolDay = { pool: Pool; period: Period };

/**
 * What each place of a day's tiers pays by the tickets that were played in it (game.md#what-a-tier-pays).
 * A ticket counts with its price, without fees; one whose run was void, whose money was taken back or
 * that cost nothing counts for nothing.
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
 * Fixes what a day's tiers pay, with its period, which the caller holds: nothing changes it later. Who
 * belongs together is noted with it: what they share may be deleted before a prize moves up.
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
      rings: JSON.stringify(ringsOf(await readSigns(trx, period))),
    })
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', new Date(period.startsAt))
    .execute();
}

/** The table that a settled period is paid by: each tier with the part that was fixed for it. */
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

/** Who of a day's players belong together (game.md#accounts-that-are-each-others): see `groupRelated`. */
export async function readKin(db: Db, period: Period): Promise<(playerId: number) => number> {
  return groupRelated(await readSigns(db, period));
}

type Tickets = { playerId: number; points: number; kobo: number };

/** What each player of a day has scored, and what their tickets cost. */
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

/** What the players of a day's runs, in all pools, may have in common with others of them. */
async function readSigns(db: Db, { startsAt, endsAt }: Period): Promise<Sign[]> {
  const { rows } = await sql<Sign>`
    with played as materialized (
      select distinct player_id, device_hash, address_hash from rush_runs
      where opened_at >= ${new Date(startsAt - OPEN_FOR_MS)} and opened_at < ${new Date(endsAt)}
        and closed_at >= ${new Date(startsAt)} and state = 'counted'
    ), player as (select distinct player_id from played)
    select player_id as "playerId", 'device' as what, device_hash as mark
      from played where device_hash is not null
    union select player_id, 'address', address_hash from played where address_hash is not null
    union select player_id, 'bank', account_hash from bank_accounts join player using (player_id)
    union select player_id, 'bank', account_hash from payouts join player using (player_id)
      where account_hash is not null
    union select player_id, 'payer', ${PAYER}
      from payments join player using (player_id)
      where payments.state = 'paid' and ${PAYER} is not null
        and created_at >= ${new Date(startsAt - PAYER_MEMORY_MS)}
    -- Their own number may pay for another account.
    union select player_id, 'payer', phone from players join player on players.id = player_id
  `.execute(db);
  return [...rows, ...(await readNotedRings(db, startsAt))];
}

/** What a day's rings were, in each pool, where it is settled. */
async function readNotedRings(db: Db, startsAt: number): Promise<Sign[]> {
  const settled = await db
    .selectFrom('prize_periods')
    .select(['pool', 'rings'])
    .where('board', '=', 'rush')
    .where('period_start', '=', new Date(startsAt))
    .execute();
  return settled.flatMap(({ pool, rings }) =>
    rings.flatMap((ring, at) =>
      ring.map((playerId) => ({ playerId, what: 'ring' as const, mark: `${pool} ${at}` })),
    ),
  );
}

/** So late at most a ticket shows in what is told. */
const TOLD_FOR_MS = 30_000;

/** Reads what the tiers of a pool's day pay by the tickets so far. */
export type TellTierParts = (pool: Pool, which: 'current' | 'previous') => Promise<TierPart[]>;

type Told = { startsAt: number; until: number; parts: Promise<TierPart[]> };

/** Tells all who ask within half a minute the same: not every board costs a look at the day's runs. */
export function tellTierParts(db: Db, now: () => number): TellTierParts {
  const told = new Map<string, Told>();
  return (pool, which) => {
    const at = now();
    const period = periodOf('rush', at, which);
    const { startsAt } = period;
    const key = `${pool} ${which}`;
    const last = told.get(key);
    if (last?.startsAt === startsAt && at < last.until) return last.parts;
    const parts = read(db, pool, period);
    told.set(key, { startsAt, until: at + TOLD_FOR_MS, parts });
    parts.catch(() => told.delete(key));
    return parts;
  };
}

async function read(db: Db, pool: Pool, period: Period): Promise<TierPart[]> {
  const version = versionAt(await readVersions(db), period.startsAt);
  return version ? readTierParts(db, { pool, period }, version.rows) : [];
}
