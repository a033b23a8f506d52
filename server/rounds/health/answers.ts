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

/**
 * The number of rounds in one transaction. It is small, so that nobody waits for the embedded database and no
 * statement has too many values.
 */
const ROUNDS_AT_ONCE = 300;
/**
 * A round can appear in the database later than its `closed_at`, when its transaction ends. No transaction
 * lasts this long, so all rounds that are older have appeared.
 */
const SETTLED_MS = MINUTE_MS;

/**
 * Counts the answers of all rounds that were counted since the last time, each round once, in batches. Does
 * nothing while another process does this (game.md#level-by-answers).
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
      // A flagged round may have been played by a machine, and then proves nothing about a question.
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

/** What a counted round shows about how its questions were answered. */
type Played = {
  playerId: number;
  level: FirstAnswer['level'];
  terms: RoundTerms;
  questions: readonly RoundQuestion[];
  transcript: readonly TranscriptRow[];
  /** The questions that the player had been dealt before this round. */
  repeats: readonly string[];
};

/**
 * How the player met each question that was new to them. The question at which they left the round is left
 * out.
 */
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

/** How a player met a question that they saw for the first time. */
export type FirstAnswer = {
  playerId: number;
  questionId: string;
  /** The level at which the question was dealt. */
  level: Level;
  end: 'right' | 'wrong' | 'skipped' | 'timeout';
  ms: number;
};

/** How players of one band answered a question. */
type Counts = {
  right: number;
  wrong: number;
  skipped: number;
  timedOut: number;
  /** The sum of the strengths of these players. */
  strengths: number;
  /** The number of answers within each limit of `TIMES_MS`, and of answers after the last limit. */
  times: number[];
};

export type Stat = Counts & { questionId: string; level: Level; band: number };

/** The limits between which answers are counted by the time that they took, in milliseconds. */
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
  /** What the players' earlier questions were and how many they answered right. */
  pasts: ReadonlyMap<number, Past>;
  difficultyOf: (questionId: string, level: Level) => number;
};

/**
 * Counts answers by question, level and band. A player's band follows from their earlier questions. Gives the
 * counts, and each player's past with the new questions.
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

/** The number of players who were shown the question. */
export const shownOf = ({ right, wrong, skipped, timedOut }: Counts): number =>
  right + wrong + skipped + timedOut;

export type Fit = { difficulty: number; error: number };

const STEPS = 12;

/**
 * The difficulty of a question by the answers of players of known strength, with its standard error. A skip
 * or a timeout counts as not known. Without answers the difficulty is the middle of the question's level.
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

/** How far the questions are from the middles of their levels: the median of the distances. */
export function scaleOff(ones: readonly { fit: Fit; level: Level }[]): number {
  return median(ones.map(({ fit, level }) => fit.difficulty - middleOf(level)));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * How sure it is that strong players are right more often than weak players, in standard errors. It is
 * negative if they are right less often.
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

/** The median time of the answers in milliseconds, estimated from the counts within the steps of `ends`. */
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

/** The limits between levels: each is halfway between the middles of two levels. */
const LEVEL_ENDS = LEVELS.slice(1).map((level, index) => {
  const easier = LEVELS[index] ?? level;
  return { easier, harder: level, at: (middleOf(easier) + middleOf(level)) / 2 };
});

/**
 * A question changes its level only if its difficulty is this far past the limit, with hardly any chance of
 * error. Otherwise it would change back and forth.
 */
const PAST_END = 0.05;
const SURE_ERRORS = 2;

/**
 * The level that a question belongs to. The level that it is dealt at now is kept unless another level is
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
