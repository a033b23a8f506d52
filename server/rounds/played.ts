import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, type Period } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import type { Db } from '../database/tables.ts';
import type { Tally } from './likelihood.ts';
import type { Week, WeekRound } from './week-flags.ts';

/** What was asked longer ago may be asked as if it was new. */
const MEMORY_MS = 90 * DAY_MS;

type AnswerRow = {
  round_id: string;
  issued_at: Date;
  level: Level;
  ms: number;
  letters: number;
  is_answered: boolean;
  is_right: boolean;
  is_new: boolean;
};

/** A player's counted rounds of a week, with how they answered new questions before it. */
export async function readWeek(db: Db, playerId: number, week: Period): Promise<Week> {
  const rows = await answersOf(db, playerId, week);
  const isBefore = ({ issued_at }: AnswerRow) => issued_at.getTime() < week.startsAt;
  const inWeek = rows.filter((row) => !isBefore(row));
  const rounds = [...Map.groupBy(inWeek, ({ round_id }) => round_id).values()].flatMap(roundOf);
  return { rounds, past: talliesOf(rows.filter(isBefore)) };
}

/** How a player answered new questions up to an instant, by level. */
export async function readPast(
  db: Db,
  playerId: number,
  until: number,
): Promise<Record<Level, Tally>> {
  return talliesOf(await answersOf(db, playerId, { startsAt: until, endsAt: until }));
}

function roundOf(rows: readonly AnswerRow[]): WeekRound[] {
  const [first] = rows;
  if (!first) return [];
  const answers = rows.map(({ ms, letters, is_answered, is_right, is_new }) => {
    return { ms, letters, isAnswered: is_answered, isRight: is_right, isNew: is_new };
  });
  return [{ issuedAt: first.issued_at.getTime(), level: first.level, answers }];
}

function talliesOf(rows: readonly AnswerRow[]): Record<Level, Tally> {
  const of = (level: Level): Tally => {
    const fresh = rows.filter((row) => row.level === level && row.is_new);
    return { right: fresh.filter(({ is_right }) => is_right).length, asked: fresh.length };
  };
  const [easy, medium, hard] = LEVELS.map(of);
  if (!easy || !medium || !hard) throw new Error('a level is missing');
  return { easy, medium, hard };
}

/** The questions that were answered or ran out, up to a period's end and some weeks before it. */
async function answersOf(db: Db, playerId: number, period: Period): Promise<AnswerRow[]> {
  const from = new Date(period.startsAt - MEMORY_MS);
  const { rows } = await sql<AnswerRow>`
    select r.id as round_id, r.issued_at, r.question_level as level,
      (t.value->>'ms')::int as ms, ${letters} as letters,
      t.value->>'end' = 'answered' as is_answered,
      t.value->>'end' = 'answered' and (t.value->>'ms')::int <= r.timer_ms
        and t.value->>'choice' = q.value->>'answer' as is_right,
      row_number() over (partition by q.value->>'id' order by r.issued_at, r.id) = 1 as is_new
    from rounds r
    cross join lateral jsonb_array_elements(r.transcript) with ordinality as t
    join lateral jsonb_array_elements(r.questions) with ordinality as q
      on q.ordinality = t.ordinality
    where r.player_id = ${playerId} and r.state = 'counted' and t.value->>'end' <> 'skipped'
      and r.issued_at >= ${from} and r.issued_at < ${new Date(period.endsAt)}
    order by r.issued_at, r.id, t.ordinality
  `.execute(db);
  return rows;
}

const letters: RawBuilder<number> = sql`(
  length(q.value->>'question') + (select sum(length(o))::int from jsonb_array_elements_text(q.value->'options') o)
)`;
