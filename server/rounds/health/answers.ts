import { sql } from 'kysely';
import { MINUTE_MS } from '../../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../../src/rules/levels.ts';
import {
  isRightAnswer,
  type RoundQuestion,
  type RoundTerms,
  type TranscriptRow,
} from '../../../src/rules/round.ts';
import type { Db, Trx } from '../../database/tables.ts';
import { termsOf } from '../terms.ts';
import { bandOf, chanceOf, middleOf, type Past, strengthOf } from './strength.ts';

/** Small enough that the embedded database delays nobody, and that no statement has too many values. */
const ROUNDS_AT_ONCE = 300;
/** A result is counted in a transaction that may have begun earlier, but none lasts this long. */
const SETTLED_MS = MINUTE_MS;

/**
 * Counts the answers of the rounds counted since the last time, each once, in batches; does nothing
 * while another process does it (game.md#level-by-answers).
 */
export async function countAnswers(db: Db, now: number, signal: AbortSignal): Promise<void> {
  const until = new Date(now - SETTLED_MS);
  let isMore = true;
  while (isMore && !signal.aborted) {
    isMore = await db.transaction().execute((trx) => countPiece(trx, until));
  }
}

async function countPiece(trx: Trx, until: Date): Promise<boolean> {
  const mark = await trx
    .selectFrom('question_counting')
    .select(['closed_at', 'round_id'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!mark) return false;
  const rounds = await roundsAfter(trx, mark, until);
  const last = rounds.at(-1);
  if (!last?.closed_at) return false;
  const answers = rounds.flatMap((round) => {
    const { player_id: playerId, question_level: level, questions, transcript, repeats } = round;
    if (transcript === null || repeats === null) return [];
    return answersOf({ playerId, level, terms: termsOf(round), questions, transcript, repeats });
  });
  if (answers.length > 0) {
    const players = [...new Set(answers.map(({ playerId }) => playerId))];
    const difficulties = await readDifficulties(trx);
    const { stats, pasts } = tally(answers, {
      pasts: await readPasts(trx, players),
      difficultyOf: (id, level) => difficulties.get(id) ?? middleOf(level),
    });
    await addStats(trx, stats);
    await writePasts(trx, pasts);
  }
  await trx
    .updateTable('question_counting')
    .set({ closed_at: last.closed_at, round_id: last.id })
    .execute();
  return rounds.length === ROUNDS_AT_ONCE;
}

function roundsAfter(trx: Trx, mark: { closed_at: Date; round_id: string }, until: Date) {
  return (
    trx
      .selectFrom('rounds')
      .innerJoin('players', 'players.id', 'rounds.player_id')
      .selectAll('rounds')
      .where('rounds.state', '=', 'counted')
      .where('rounds.repeats', 'is not', null)
      // Rounds that a machine may have played prove nothing about a question.
      .where(sql<boolean>`cardinality(rounds.flags) = 0`)
      .where('players.deleted_at', 'is', null)
      .where(
        sql<boolean>`(rounds.closed_at, rounds.id) > (${mark.closed_at}, ${mark.round_id}::uuid)`,
      )
      .where('rounds.closed_at', '<', until)
      .orderBy('rounds.closed_at')
      .orderBy('rounds.id')
      .limit(ROUNDS_AT_ONCE)
      .execute()
  );
}

async function readDifficulties(trx: Trx): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('question_standings')
    .select(['question_id', 'difficulty'])
    .execute();
  return new Map(rows.map((row) => [row.question_id, row.difficulty]));
}

async function readPasts(trx: Trx, players: readonly number[]): Promise<Map<number, Past>> {
  const rows = await trx
    .selectFrom('player_pasts')
    .selectAll()
    .where('player_id', 'in', players)
    .execute();
  return new Map(
    rows.map(({ player_id, asked, right_answers: right, difficulty }) => [
      player_id,
      { asked, right, difficulty },
    ]),
  );
}

async function addStats(trx: Trx, stats: readonly Stat[]): Promise<void> {
  const sum = (column: string) =>
    sql<number>`${sql.ref(`question_stats.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  await trx
    .insertInto('question_stats')
    .values(
      stats.map(({ questionId, right, wrong, timedOut, ...rest }) => ({
        ...rest,
        question_id: questionId,
        right_answers: right,
        wrong_answers: wrong,
        timed_out: timedOut,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['question_id', 'level', 'band']).doUpdateSet({
        right_answers: sum('right_answers'),
        wrong_answers: sum('wrong_answers'),
        skipped: sum('skipped'),
        timed_out: sum('timed_out'),
        strengths: sum('strengths'),
        times: sql<number[]>`(
          select array_agg(a + b order by place)
          from unnest(question_stats.times, excluded.times) with ordinality as t (a, b, place)
        )`,
      }),
    )
    .execute();
}

async function writePasts(trx: Trx, pasts: ReadonlyMap<number, Past>): Promise<void> {
  const rows = [...pasts].map(([player_id, { asked, right, difficulty }]) => {
    return { player_id, asked, right_answers: right, difficulty };
  });
  await trx
    .insertInto('player_pasts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('player_id').doUpdateSet({
        asked: sql`excluded.asked`,
        right_answers: sql`excluded.right_answers`,
        difficulty: sql`excluded.difficulty`,
      }),
    )
    .execute();
}

/** The part of a counted round that shows how its questions were answered. */
type Played = {
  playerId: number;
  level: FirstAnswer['level'];
  terms: RoundTerms;
  questions: readonly RoundQuestion[];
  transcript: readonly TranscriptRow[];
  /** The questions that the player had been dealt before. */
  repeats: readonly string[];
};

/** How the player met each new question; the current one when they left is ignored. */
export function answersOf({
  playerId,
  level,
  terms,
  questions,
  transcript,
  repeats,
}: Played): FirstAnswer[] {
  const hasLeft = transcript.length < questions.length && transcript.at(-1)?.end === 'skipped';
  return (hasLeft ? transcript.slice(0, -1) : transcript).flatMap((row, index) => {
    const question = questions[index];
    if (!question || repeats.includes(question.id)) return [];
    const { id: questionId } = question;
    return [{ playerId, questionId, level, end: endOf(row, question, terms), ms: row.ms }];
  });
}

function endOf(row: TranscriptRow, question: RoundQuestion, terms: RoundTerms): FirstAnswer['end'] {
  if (row.end === 'skipped') return 'skipped';
  if (row.end === 'timeout' || row.ms > terms.timerMs) return 'timeout';
  return isRightAnswer(row, question, terms) ? 'right' : 'wrong';
}

/** How a player met a question for the first time. */
export type FirstAnswer = {
  playerId: number;
  questionId: string;
  /** The level at which it was dealt. */
  level: Level;
  end: 'right' | 'wrong' | 'skipped' | 'timeout';
  ms: number;
};

/** How a question was answered by players of one band. */
type Counts = {
  right: number;
  wrong: number;
  skipped: number;
  timedOut: number;
  /** The sum of the players' strengths. */
  strengths: number;
  /** The number of answers within each limit of `TIMES_MS`, and after the last. */
  times: number[];
};

export type Stat = Counts & { questionId: string; level: Level; band: number };

/** The limits between which answers are counted by time, in milliseconds. */
export const TIMES_MS = [500, 700, 1000, 1400, 2000, 2800, 4000, 5600, 8000, 11_000];

export const noCounts = (): Counts => ({
  right: 0,
  wrong: 0,
  skipped: 0,
  timedOut: 0,
  strengths: 0,
  times: Array.from({ length: TIMES_MS.length + 1 }, () => 0),
});

const noPast = (): Past => ({ asked: 0, right: 0, difficulty: 0 });

type Known = {
  /** The earlier questions of the players. */
  pasts: ReadonlyMap<number, Past>;
  difficultyOf: (questionId: string, level: Level) => number;
};

/**
 * Counts answers by question, level and band, judging each player by their earlier questions; gives
 * the counts and the new past of each player.
 */
export function tally(
  answers: readonly FirstAnswer[],
  { pasts, difficultyOf }: Known,
): { stats: Stat[]; pasts: Map<number, Past> } {
  const stats = new Map<string, Stat>();
  const later = new Map<number, Past>();
  for (const { playerId, questionId, level, end, ms } of answers) {
    const past = pasts.get(playerId) ?? noPast();
    const strength = strengthOf(past);
    const band = bandOf(strength);
    const key = `${questionId} ${level} ${band}`;
    const stat = stats.get(key) ?? { questionId, level, band, ...noCounts() };
    stats.set(key, stat);
    stat[end === 'timeout' ? 'timedOut' : end] += 1;
    stat.strengths += strength ?? 0;
    if (end === 'right' || end === 'wrong') count(stat.times, ms);

    const grown = later.get(playerId) ?? { ...past };
    later.set(playerId, grown);
    grown.asked += 1;
    if (end === 'right') grown.right += 1;
    grown.difficulty += difficultyOf(questionId, level);
  }
  return { stats: [...stats.values()], pasts: later };
}

function count(times: number[], ms: number): void {
  const found = TIMES_MS.findIndex((end) => ms <= end);
  const index = found === -1 ? TIMES_MS.length : found;
  times[index] = (times[index] ?? 0) + 1;
}

/** The sum of two counts for the same kind of players. */
export function added(one: Counts, other: Counts): Counts {
  return {
    right: one.right + other.right,
    wrong: one.wrong + other.wrong,
    skipped: one.skipped + other.skipped,
    timedOut: one.timedOut + other.timedOut,
    strengths: one.strengths + other.strengths,
    times: one.times.map((answers, index) => answers + (other.times[index] ?? 0)),
  };
}

/** The number of players who were shown it. */
export const shownOf = ({ right, wrong, skipped, timedOut }: Counts): number =>
  right + wrong + skipped + timedOut;

export type Fit = { difficulty: number; error: number };

const STEPS = 12;

/**
 * The difficulty of a question, from players of known strength, with the standard error; a skip or
 * a timeout counts as not known. Without answers it is the middle of its level.
 */
export function fitDifficulty(stats: readonly Stat[], level: Level): Fit {
  const bands = stats.map((stat) => {
    const shown = shownOf(stat);
    return { shown, right: stat.right, strength: stat.strengths / shown };
  });
  const middle = middleOf(level);
  let difficulty = middle;
  let information = 1;
  for (let step = 0; step < STEPS; step += 1) {
    let pull = middle - difficulty;
    information = 1;
    for (const { shown, right, strength } of bands) {
      const { chance, weight, tells } = chanceOf(strength, difficulty);
      pull += (shown * chance - right) * weight;
      information += shown * tells;
    }
    difficulty += pull / information;
  }
  return { difficulty, error: 1 / Math.sqrt(information) };
}

/** The median distance of the questions from the middles of their levels. */
export function scaleOff(ones: readonly { fit: Fit; level: Level }[]): number {
  return median(ones.map(({ fit, level }) => fit.difficulty - middleOf(level)));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * How certain it is that strong players are right more often than weak ones, in standard errors;
 * negative if less often.
 */
export function trendOf(stats: readonly Stat[]): number {
  const bands = stats.map((stat) => {
    const { right, wrong, strengths } = stat;
    return { right, answered: right + wrong, strength: strengths / shownOf(stat) };
  });
  const sum = (of: (band: (typeof bands)[number]) => number) =>
    bands.reduce((all, band) => all + of(band), 0);
  const answered = sum((band) => band.answered);
  if (answered === 0) return 0;
  const share = sum((band) => band.right) / answered;
  const mean = sum((band) => band.answered * band.strength) / answered;
  const spread = sum((band) => band.answered * (band.strength - mean) ** 2);
  const chance = share * (1 - share) * spread;
  if (chance === 0) return 0;
  return (
    sum((band) => (band.right - band.answered * share) * (band.strength - mean)) / Math.sqrt(chance)
  );
}

/** The median time of those who answered, in milliseconds, within the steps of `ends`. */
export function medianMs({ times }: Pick<Counts, 'times'>, ends: readonly number[]): number {
  const half = times.reduce((sum, count) => sum + count, 0) / 2;
  let before = 0;
  for (const [index, count] of times.entries()) {
    const from = ends[index - 1] ?? 0;
    const to = ends[index] ?? from;
    if (count > 0 && before + count >= half) return from + ((half - before) / count) * (to - from);
    before += count;
  }
  return 0;
}

/** The limits between levels: halfway between their middles. */
const LEVEL_ENDS = LEVELS.slice(1).map((level, index) => {
  const easier = LEVELS[index] ?? level;
  return { easier, harder: level, at: (middleOf(easier) + middleOf(level)) / 2 };
});

/**
 * A question changes level only past the limit by this, and hardly by chance; otherwise it would go
 * back and forth.
 */
const PAST_END = 0.05;
const SURE_ERRORS = 2;

/**
 * The level that a question belongs to, given the one that it is dealt at: it changes only when
 * certain.
 */
export function levelBy({ difficulty, error }: Fit, now: Level): Level {
  const margin = PAST_END + SURE_ERRORS * error;
  let level = now;
  for (const { easier, harder, at } of LEVEL_ENDS) {
    if (level === easier && difficulty > at + margin) level = harder;
  }
  for (const { easier, harder, at } of LEVEL_ENDS.toReversed()) {
    if (level === harder && difficulty < at - margin) level = easier;
  }
  return level;
}
