import { sql } from 'kysely';
import { DAY_MS, type Period } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import type { Pool } from '../../src/rules/networks.ts';
import type { Db } from '../database/tables.ts';
import { sumOf, type Tally } from './likelihood.ts';

/** A question that the player was asked longer ago than this counts as new. */
const MEMORY_MS = 90 * DAY_MS;

/**
 * A counted round. Questions that were skipped are left out. `issuedAt` and `closedAt` are in epoch
 * milliseconds.
 */
export type PlayedRound = {
  issuedAt: number;
  closedAt: number;
  pool: Pool;
  category: string;
  /** The level of its questions, which for a young account are easier than the picked level. */
  level: Level;
  timerMs: number;
  points: number;
  all: Tally;
  /** The answers to questions that the player had in no round of the 90 days before. */
  fresh: Tally;
  /** How long each question took, in milliseconds. */
  times: number[];
};

/** A player's counted rounds that were issued before a period's end and at most 90 days before its start. */
export async function readPlayed(
  db: Db,
  playerId: number,
  { startsAt, endsAt }: Period,
): Promise<PlayedRound[]> {
  const { rows } = await sql<Row>`
    with answers as (
      select r.id, (t.value->>'ms')::int as ms,
        (t.value->>'end' = 'answered' and (t.value->>'ms')::int <= r.timer_ms
          and t.value->>'choice' = q.value->>'answer')::int as is_right,
        (row_number() over (partition by q.value->>'id' order by r.issued_at, r.id) = 1)::int as is_new
      from rounds r
      cross join lateral jsonb_array_elements(r.transcript) with ordinality as t
      join lateral jsonb_array_elements(r.questions) with ordinality as q
        on q.ordinality = t.ordinality
      where r.player_id = ${playerId} and r.state = 'counted' and t.value->>'end' <> 'skipped'
        and r.issued_at >= ${new Date(startsAt - MEMORY_MS)} and r.issued_at < ${new Date(endsAt)}
    ), sums as (
      select id, count(*)::int as asked, sum(is_right)::int as "right", sum(is_new)::int as new_asked,
        sum(is_new * is_right)::int as new_right, jsonb_agg(ms) as times
      from answers group by id
    )
    select r.issued_at, r.closed_at, r.pool, r.category_id, r.question_level, r.timer_ms,
      coalesce((r.result->>'points')::int, 0) as points,
      asked, "right", new_asked, new_right, times
    from sums join rounds r using (id)
    order by r.issued_at, r.id
  `.execute(db);
  return rows.map((row) => ({
    issuedAt: row.issued_at.getTime(),
    closedAt: row.closed_at.getTime(),
    pool: row.pool,
    category: row.category_id,
    level: row.question_level,
    timerMs: row.timer_ms,
    points: row.points,
    all: { right: row.right, asked: row.asked },
    fresh: { right: row.new_right, asked: row.new_asked },
    times: row.times,
  }));
}

type Row = {
  issued_at: Date;
  closed_at: Date;
  pool: Pool;
  category_id: string;
  question_level: Level;
  timer_ms: number;
  points: number;
  asked: number;
  right: number;
  new_asked: number;
  new_right: number;
  times: number[];
};

/** The sums of the answers to new questions, for each level. */
export function freshByLevel(
  rounds: readonly Pick<PlayedRound, 'level' | 'fresh'>[],
): Record<Level, Tally> {
  const [easy, medium, hard] = LEVELS.map((level) =>
    sumOf(rounds.filter((round) => round.level === level).map(({ fresh }) => fresh)),
  );
  if (!easy || !medium || !hard) throw new Error('a level is missing');
  return { easy, medium, hard };
}
