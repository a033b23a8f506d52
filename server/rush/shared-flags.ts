import { sql } from 'kysely';
import { DAY_MS, dayOf, type Period } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';
import { CARRIER_PLAYERS_MIN, SHARED_BY_MIN } from '../rounds/shared-rounds.ts';
import { evidenceOf } from './flags.ts';

/** Runs of a day that go on behind it have ended by then. */
const OVER_AFTER_MS = 3_600_000;
/** A server that was stopped for a weekend makes up for it. */
const DAYS_BACK = 3;
/** The least points of a day that can be paid. */
const WINNER_POINTS = 75;

type Where = 'device_hash' | 'address_hash';

const SAID = {
  device_hash: 'same-device: one of',
  address_hash: 'same-address: one of',
} as const;

/**
 * Flags runs of the last days that were over: where a device or an address has several winners of
 * one day, those of its runs that something else speaks against (game.md#implausible-runs). Doing it
 * again changes nothing.
 */
export async function flagSharedRuns(db: Db, now: number): Promise<void> {
  const last = dayOf(now - OVER_AFTER_MS).startsAt - 1;
  for (let back = 0; back < DAYS_BACK; back += 1) {
    const day = dayOf(last - back * DAY_MS);
    for (const where of ['device_hash', 'address_hash'] as const) {
      for (const shared of await sharedOn(db, day, where)) {
        await flagRunsOf(db, day, where, shared);
      }
    }
  }
}

type Shared = { hash: string; winners: number };

async function sharedOn(db: Db, day: Period, where: Where): Promise<Shared[]> {
  const column = sql.ref(where);
  const [from, to] = [new Date(day.startsAt), new Date(day.endsAt)];
  const most = where === 'address_hash' ? CARRIER_PLAYERS_MIN : Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<Shared>`
    with played as (
      select player_id, ${column} as hash, points from rush_runs
      where opened_at >= ${from} and opened_at < ${to} and state = 'counted'
    ), winners as (
      select player_id from played group by player_id having sum(points) >= ${WINNER_POINTS}
    )
    select hash, count(distinct winners.player_id) as winners
    from played left join winners using (player_id)
    where hash is not null
    group by hash
    having count(distinct winners.player_id) >= ${SHARED_BY_MIN}
      and count(distinct played.player_id) < ${most}
  `.execute(db);
  return rows;
}

async function flagRunsOf(
  db: Db,
  day: Period,
  where: Where,
  { hash, winners }: Shared,
): Promise<void> {
  const runs = await db
    .selectFrom('rush_runs')
    .select(['id', 'run', 'levels', 'flags'])
    .where(where, '=', hash)
    .where('state', '=', 'counted')
    .where('opened_at', '>=', new Date(day.startsAt))
    .where('opened_at', '<', new Date(day.endsAt))
    .execute();
  for (const { id, run, levels, flags } of runs) {
    const { signs, hints } = evidenceOf({ run, levels });
    if (signs.length + hints.length === 0 || flags.some((one) => one.startsWith(SAID[where])))
      continue;
    const added = [...hints, `${SAID[where]} ${winners} winners of the day`];
    await db
      .updateTable('rush_runs')
      .set({ flags: [...flags, ...added.filter((one) => !flags.includes(one))] })
      .where('id', '=', id)
      .execute();
  }
}
