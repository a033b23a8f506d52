import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isDatabaseAway } from '../database/failures.ts';
import type { Db } from '../database/tables.ts';
import { countedAddress } from '../http/callers.ts';
import { type App, Refusal } from '../http/serve.ts';
import { CARRIER_PLAYERS_MIN } from '../rounds/traces.ts';
import type { Services } from '../services.ts';

/** How often each process records in the database that it is alive. */
export const HEARTBEAT_EVERY_MS = 1000;

/** After a longer time without a heartbeat, nobody could play (ADR-0017). */
const SILENCE_MS = 5000;
const SILENCE = sql.lit(`${SILENCE_MS} milliseconds`);

/**
 * If server and database were there, the game was out of reach only if at least this many other players,
 * and at least half of all others, had no answer either (ADR-0035).
 */
const WITNESSES_MIN = 2;
/** More calls than this in the counted minute are a flood. A phone in play makes about twenty. */
const FLOOD_CALLS = 120;

/**
 * Records that a process reaches the database, and the outage that this ends. Uses the clock of the
 * database, which all processes share. `wasDown` says that there was no server or no database, so that no
 * player can have caused the outage.
 */
export async function beat(db: Db, wasDown: boolean): Promise<void> {
  await sql`
    with last as (select at from heartbeat for update),
    gap as (
      insert into outages (starts_at, ends_at, was_down)
      select at, clock_timestamp(), ${wasDown}
      from last where clock_timestamp() - at > ${SILENCE}::interval
      returning id
    )
    -- This reads the gap, so that the outage is stored before the heartbeat that ends it.
    insert into heartbeat (at) select clock_timestamp() from (select count(*) from gap) as noted
    on conflict (only_one) do update set at = greatest(heartbeat.at, excluded.at)
  `.execute(db);
}

/**
 * Makes the function that sends a heartbeat. After an outage it also stores which players were connected.
 * Of several failures in a row only the first is thrown, because a failure each second would fill the log.
 */
export function heartbeat(
  { db, sign }: Pick<Services, 'db' | 'sign'>,
  calls: SeenCalls,
): () => Promise<void> {
  let isSilent = false;
  // This process was down until its first heartbeat.
  let wasDown = true;
  let beatenAt = Date.now();
  return async () => {
    try {
      const silentMs = Date.now() - beatenAt;
      if (silentMs <= SILENCE_MS) await beat(db, wasDown);
      else {
        await db.transaction().execute(async (trx) => {
          await beat(trx, wasDown);
          await keepCalls(trx, { sign, calls, silentMs });
        });
      }
      [isSilent, wasDown, beatenAt] = [false, false, Date.now()];
      calls.beaten();
    } catch (error) {
      wasDown ||= isDatabaseAway(error);
      if (isSilent) return;
      isSilent = true;
      throw error;
    }
  };
}

type Keeping = Pick<Services, 'sign'> & { calls: SeenCalls; silentMs: number };

/** A process that was silent stores the players that it has seen, whichever process recorded the outage. */
async function keepCalls(db: Db, { sign, calls, silentMs }: Keeping): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from outages
    where ends_at > clock_timestamp() - make_interval(secs => ${silentMs / 1000})
  `.execute(db);
  const seen = calls.list().map(({ playerId, address, calls: count, unservedMs }) => ({
    player_id: playerId,
    address_hash: sign('address', address),
    calls: count,
    unserved_ms: unservedMs,
  }));
  // All players go in one JSON value, because a hundred thousand separate values would be too many.
  if (seen.length === 0) return;
  for (const { id } of rows) {
    await sql`
      insert into outage_calls (outage_id, player_id, address_hash, calls, unserved_ms)
      select ${id}, player_id, address_hash, calls, unserved_ms
      from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
        as seen (player_id bigint, address_hash text, calls int, unserved_ms int)
    `.execute(db);
  }
}

/**
 * Whether the game was out of reach for a player at some moment between two instants, in epoch ms. That is
 * so if no server or database was there, or if other players had no answer either and the player did not
 * flood the game with calls (ADR-0035). Throws Refusal 503 `server/unavailable` while that is unknown; the
 * client then repeats the call.
 */
export async function wasOutage(
  db: Db,
  playerId: number,
  from: number,
  to: number,
): Promise<boolean> {
  const [start, end] = [new Date(from), new Date(to)];
  const { rows } = await sql<{ is_silent: boolean; was_down: boolean; ids: number[] }>`
    select
      exists (
        select from heartbeat where clock_timestamp() - at > ${SILENCE}::interval
        and at < ${end} and clock_timestamp() > ${start}
      ) as is_silent,
      coalesce(bool_or(was_down), false) as was_down,
      coalesce(array_agg(id), '{}') as ids
    from outages where starts_at < ${end} and ends_at > ${start}
  `.execute(db);
  const [found] = rows;
  if (!found) return false;
  if (found.was_down) return true;
  // Connected players are not stored before the next heartbeat.
  if (found.is_silent) throw new Refusal(503, 'server/unavailable', 'Please try again in a moment');
  if (found.ids.length === 0) return false;
  return othersSaw(db, { playerId, start, ids: found.ids });
}

type Claim = { playerId: number; start: Date; ids: readonly number[] };

async function othersSaw(db: Db, { playerId, start, ids }: Claim): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    with seen as (
      select outage_calls.*, starts_at + make_interval(secs => unserved_ms / 1000.0) as unserved_until
      from outage_calls join outages on outages.id = outage_id
      where outage_id = any(${ids}::bigint[])
    ), mine as (
      select address_hash from seen where player_id = ${playerId}
      union
      select address_hash from rush_runs where player_id = ${playerId} and state = 'open'
    ), carriers as (
      select address_hash from seen
      group by address_hash having count(distinct player_id) >= ${CARRIER_PLAYERS_MIN}
    ), phones as (
      select distinct device_hash from rush_runs
      where player_id = ${playerId} and device_hash is not null
    ), others as (
      select player_id, bool_or(unserved_ms > ${SILENCE_MS} and unserved_until > ${start}) as saw_it
      from seen
      where player_id <> ${playerId}
        and (address_hash in (select * from carriers) or address_hash not in (select address_hash from mine where address_hash is not null))
        and player_id not in (select player_id from rush_runs where device_hash in (select * from phones))
      group by player_id
    ), floods as (
      select from seen where player_id = ${playerId} and calls > ${FLOOD_CALLS}
      union all
      select from seen where address_hash in (select * from mine)
      group by outage_id, address_hash
      having sum(calls) filter (where player_id is null)
        > ${FLOOD_CALLS} * greatest(count(distinct player_id), 1)
    )
    select count(*) filter (where saw_it) >= greatest(${WITNESSES_MIN}, count(*) / 2.0)
      and not exists (select from floods) as was
    from others
  `.execute(db);
  return rows[0]?.was ?? false;
}

/** A player who called within this time was connected when an outage began. */
const THERE_MS = 30_000;
/** The most callers that are kept, so that made-up addresses do not fill the memory. */
const MOST_SEEN = 20_000;
/** Heartbeats come every second, so an answer this soon after a heartbeat proves nothing yet. */
const STILL_BEATING_MS = 2000;

/**
 * The recent calls of one caller. An address also has an entry, for all calls from there, with or without a
 * token.
 */
type Seen = {
  playerId: number | null;
  address: string;
  calls: number;
  /** When the caller was first answered after a heartbeat was missed; `null` without an answer. */
  servedAt: number | null;
};

/** The callers of this process, kept in memory until a heartbeat is missed. */
type SeenCalls = {
  /** Called after each heartbeat, because earlier answers no longer matter then. */
  beaten: () => void;
  /**
   * The connected callers. `unservedMs` is how long after the last heartbeat a player got no answer; it is
   * `null` for an address.
   */
  list: () => (Omit<Seen, 'servedAt'> & { unservedMs: number | null })[];
};

/** Watches the calls of the API. */
export function watchCalls(app: App): SeenCalls {
  let seen = new Map<string, Seen>();
  let before = new Map<string, Seen>();
  let begunAt = Date.now();
  let beatenAt = Date.now();
  const note = (playerId: number | null, address: string): Seen => {
    const key = `${playerId ?? ''} ${address}`;
    const known = seen.get(key) ?? { playerId, address, calls: 0, servedAt: null };
    if (seen.size < MOST_SEEN) seen.set(key, known);
    return known;
  };
  const isCall = (request: FastifyRequest) => request.routeOptions.config.endpoint !== undefined;
  app.addHook('onRequest', async (request) => {
    if (isCall(request)) note(null, countedAddress(request)).calls += 1;
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!isCall(request) || request.session === null) return;
    const caller = note(request.session.playerId, countedAddress(request));
    caller.calls += 1;
    const isSilent = Date.now() - beatenAt > STILL_BEATING_MS;
    if (isSilent && reply.statusCode < 500) caller.servedAt ??= Date.now();
  });
  return {
    beaten: () => {
      beatenAt = Date.now();
      if (beatenAt - begunAt > THERE_MS) {
        [before, seen, begunAt] = [seen, new Map(), beatenAt];
      }
      for (const one of [...before.values(), ...seen.values()]) one.servedAt = null;
    },
    list: () => {
      const all = new Map(before);
      for (const [key, one] of seen) {
        const calls = one.calls + (before.get(key)?.calls ?? 0);
        all.set(key, {
          ...one,
          calls,
          servedAt: one.servedAt ?? before.get(key)?.servedAt ?? null,
        });
      }
      return [...all.values()].map(({ servedAt, ...one }) => ({
        ...one,
        unservedMs: one.playerId === null ? null : (servedAt ?? Date.now()) - beatenAt,
      }));
    },
  };
}
