import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';

/** How often each process says through the database that it is there. */
export const HEARTBEAT_EVERY_MS = 1000;

/** Without a heartbeat for longer, nobody could play (ADR-0017). */
const SILENCE = sql`interval '5 seconds'`;

/**
 * Says that a process reaches the database, and notes the outage that this ends. By the clock of the
 * database, which all processes share.
 */
export async function beat(db: Db): Promise<void> {
  await sql`
    with last as (select at from heartbeat for update),
    gap as (
      insert into outages (starts_at, ends_at)
      select at, clock_timestamp() from last where clock_timestamp() - at > ${SILENCE}
      returning id
    )
    -- Counted, so that the gap is noted before the heartbeat that ends it.
    insert into heartbeat (at) select clock_timestamp() from (select count(*) from gap) as noted
    on conflict (only_one) do update set at = greatest(heartbeat.at, excluded.at)
  `.execute(db);
}

/** Beats again and again; of failures in a row the first alone is thrown: each second would fill the log. */
export function heartbeat(db: Db): () => Promise<void> {
  let isSilent = false;
  return async () => {
    try {
      await beat(db);
      isSilent = false;
    } catch (error) {
      if (isSilent) return;
      isSilent = true;
      throw error;
    }
  };
}

/** Whether no process reached the database at some moment between two instants, in epoch ms. */
export async function wasOutage(db: Db, from: number, to: number): Promise<boolean> {
  const [start, end] = [new Date(from), new Date(to)];
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from outages where starts_at < ${end} and ends_at > ${start})
      -- The first call may come before the first heartbeat.
      or exists (
        select from heartbeat where clock_timestamp() - at > ${SILENCE}
        and at < ${end} and clock_timestamp() > ${start}
      ) as was
  `.execute(db);
  return rows[0]?.was ?? false;
}
