import { sql } from 'kysely';
import type { Awarded, PointsSubmission } from '../../src/contract/points.ts';
import { DAY_MS, type Period } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { scoreTranscript, transcriptFault } from '../../src/rules/round.ts';
import { lockPlayer } from '../accounts/players.ts';
import { creditBoards } from '../boards/boards.ts';
import type { Ranking } from '../boards/ranking.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { settleRound } from '../ledger/entries.ts';
import { earnTickets } from '../raffle/raffle.ts';
import type { Services } from '../services.ts';
import { flagsOf } from './flags.ts';
import { sumOf, type Tally } from './likelihood.ts';
import { costOf, noteBest, termsOf } from './terms.ts';
import { repairRound, withdrawnAmong } from './withdrawn.ts';

/** The services for counting a result: the boards' ranking, and whether the raffle is open. */
type CountingWith = { ranking: Pick<Ranking, 'noteChange'> } & Pick<Services, 'config'>;

/** A result whose round exists and whose sender may submit it. */
export type SubmittedResult = {
  playerId: number;
  submission: PointsSubmission & { round: NonNullable<PointsSubmission['round']> };
};

const ROUND_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The player of a round, its pool and the hash of its secret; `null` for an unknown one. */
export async function findRound(db: Db, id: string) {
  if (!ROUND_ID.test(id)) return null;
  const row = await db
    .selectFrom('rounds')
    .select(['player_id', 'secret_hash', 'pool', 'issued_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Counts a result once, by scoring the transcript again: the hold is settled; points, raffle
 * tickets and boards are credited. The server's count is final, whatever the phone counted
 * (game.md#how-a-round-is-counted).
 */
export async function countResult(
  trx: Trx,
  { ranking, config }: CountingWith,
  submitted: SubmittedResult,
  now: number,
): Promise<Awarded> {
  const { playerId, submission } = submitted;
  const { id, transcript } = submission.round;
  await lockPlayer(trx, playerId);
  const round = await trx
    .selectFrom('rounds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (round.state === 'counted') {
    throw new Refusal(409, 'round/already-counted', 'This round has been counted already');
  }
  if (round.state === 'expired' || now > round.deliver_by.getTime()) {
    const message = 'This round came too late to count. Its coins are back in your balance.';
    throw new Refusal(410, 'round/expired', message);
  }
  const fault = transcriptFault(round.questions, transcript);
  if (fault !== null) throw new Refusal(422, 'round/bad-transcript', fault);

  const [terms, questions] = [termsOf(round), round.questions];
  const result = scoreTranscript(terms, questions, transcript);
  const issuedAt = round.issued_at.getTime();
  const { points, coins, score } = submission;
  const onPhone = { points, coins, score };
  const money = { roundId: id, playerId, cost: costOf(round) };
  // Boards may pay only what the ledger has.
  if (!(await settleRound(trx, money, result, now))) {
    throw new Error('an open round is closed in the ledger');
  }
  await trx
    .updateTable('rounds')
    .set({
      state: 'counted',
      closed_at: new Date(now),
      transcript: JSON.stringify(transcript),
      result: JSON.stringify(result),
      claim: JSON.stringify(onPhone),
      flags: flagsOf({
        terms,
        questions,
        rows: transcript,
        result,
        onPhone,
        elapsedMs: now - issuedAt,
      }),
    })
    .where('id', '=', id)
    .execute();
  const { category_id: categoryId, level } = round;
  await noteBest(trx, { playerId, categoryId, level, right: result.right });
  await earnTickets(trx, config, {
    playerId,
    pool: round.pool,
    points: result.points,
    issuedAt,
    countedAt: now,
  });
  await creditBoards(trx, ranking, {
    playerId,
    pool: round.pool,
    played: 'round',
    points: result.points,
    issuedAt,
    arrivedAt: now,
  });
  const awarded = { points: result.points, coins: result.coins };
  // A question dealt before it was found wrong, or before the servers were restarted.
  for (const questionId of await withdrawnAmong(
    trx,
    questions.map((one) => one.id),
  )) {
    const repair = await repairRound(trx, { ranking, config }, { roundId: id, questionId }, now);
    awarded.points += repair?.points ?? 0;
    awarded.coins -= repair?.coins ?? 0;
  }
  return awarded;
}

/** A question asked longer ago counts as new. */
const MEMORY_MS = 90 * DAY_MS;

/** A counted round with its questions that were answered or ran out; times in epoch milliseconds. */
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
  /** The questions that the player had in no round of the 90 days before. */
  fresh: Tally;
  /** How long each took, in milliseconds. */
  times: number[];
};

/** A player's counted rounds issued before a period's end, back to 90 days before it. */
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

/** The answers to new questions, by level. */
export function freshByLevel(
  rounds: readonly Pick<PlayedRound, 'level' | 'fresh'>[],
): Record<Level, Tally> {
  const [easy, medium, hard] = LEVELS.map((level) =>
    sumOf(rounds.filter((round) => round.level === level).map(({ fresh }) => fresh)),
  );
  if (!easy || !medium || !hard) throw new Error('a level is missing');
  return { easy, medium, hard };
}
