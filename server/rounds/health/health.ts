import { sql } from 'kysely';
import type { BankQuestion } from '../../../question-bank/reader/bank.ts';
import { HOUR_MS, lagosDate } from '../../../src/rules/calendar.ts';
import { LEVELS, type Level, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';
import type { Db, Trx } from '../../database/tables.ts';
import type { Services } from '../../services.ts';
import {
  added,
  countAnswers,
  type Fit,
  fitDifficulty,
  levelBy,
  medianMs,
  noCounts,
  type Stat,
  scaleOff,
  shownOf,
  TIMES_MS,
  trendOf,
} from './answers.ts';
import { UNKNOWN_BAND } from './strength.ts';

/**
 * Counts new answers, and once a night judges the questions by all answers. From then on questions are dealt
 * by the new verdicts.
 */
export async function updateVerdicts(
  { db, bank, verdicts, now }: Pick<Services, 'db' | 'bank' | 'verdicts' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  await countAnswers(db, now(), signal);
  if (signal.aborted) return;
  await judgeQuestions(db, bank.questions, now());
  await verdicts.refresh();
}

const ROWS_AT_ONCE = 5000;

/** Questions are judged from this hour of the day on, because few people play then. */
const NIGHT_HOUR = 3;
/** Judges the questions by all their answers, once a night, whichever process comes first. */
export async function judgeQuestions(
  db: Db,
  questions: readonly BankQuestion[],
  now: number,
): Promise<void> {
  const night = lagosDate(now - NIGHT_HOUR * HOUR_MS);
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('question_counting')
      .select('judged_on')
      .where(sql<boolean>`judged_on is distinct from ${night}`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return;
    await judge(trx, questions, now);
    await trx.updateTable('question_counting').set({ judged_on: night }).execute();
  });
}

async function judge(trx: Trx, questions: readonly BankQuestion[], now: number): Promise<void> {
  const stats = await readStats(trx);
  const before = await trx.selectFrom('question_standings').selectAll().execute();
  const kept = new Map(before.map((row) => [row.question_id, row]));
  const answered = questions.flatMap(({ id, question, level }) => {
    const own = stats.get(id);
    if (!own) return [];
    return [{ id, question, level, dealtAt: kept.get(id)?.level ?? level, stats: own }];
  });
  const rows = judgeAll(answered).map(({ id, fit, verdict, belongs }) => {
    const own = kept.get(id);
    const found: Suspicion | null = verdict === 'key' || verdict === 'fast' ? verdict : null;
    const isLevelKnown = found === null && verdict !== 'too few answers';
    return {
      question_id: id,
      level: isLevelKnown ? belongs : (own?.level ?? null),
      difficulty: fit.difficulty,
      error: fit.error,
      // A suspicion stays until the editor has checked the question.
      suspicion: own?.suspicion ?? found,
      suspected_at: own?.suspected_at ?? (found && new Date(now)),
    };
  });
  if (rows.length === 0) return;
  await trx.deleteFrom('question_standings').execute();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto('question_standings')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

/** The counts of answers, for every question that has answers. */
export async function readStats(db: Db): Promise<Map<string, Stat[]>> {
  const rows = await db.selectFrom('question_stats').selectAll().execute();
  const stats = rows.map(({ question_id, right_answers, wrong_answers, timed_out, ...rest }) => ({
    ...rest,
    questionId: question_id,
    right: right_answers,
    wrong: wrong_answers,
    timedOut: timed_out,
  }));
  return Map.groupBy(stats, ({ questionId }) => questionId);
}

/**
 * Deletes the answers and the suspicion of a question that waits for the editor; `false` if the question does
 * not wait.
 */
export async function forgetAnswers(trx: Trx, id: string): Promise<boolean> {
  // This lock waits until no judging runs, because judging rewrites the verdicts.
  await trx.selectFrom('question_counting').select('judged_on').forUpdate().execute();
  const forgotten = await trx
    .deleteFrom('question_standings')
    .where('question_id', '=', id)
    .where('suspicion', 'is not', null)
    .returning('question_id')
    .executeTakeFirst();
  if (!forgotten) return false;
  await trx.deleteFrom('question_stats').where('question_id', '=', id).execute();
  return true;
}

/**
 * If the verdicts would leave a level with fewer questions than this, the questions that the bank has at this
 * level are dealt.
 */
const STOCK_LEAST = 30;

/** The verdicts that the answers give on questions (game.md#level-by-answers). */
export type QuestionVerdicts = {
  /**
   * Gives those questions of a stock that are dealt at a level. Questions that wait for the editor are left
   * out.
   */
  dealtAt: (stock: readonly BankQuestion[], level: Level) => readonly BankQuestion[];
  /** Reads again the verdicts of the last night, and which questions the editor has cleared. */
  refresh: () => Promise<void>;
};

type KeptVerdict = { level: Level | null; isSuspect: boolean };

/** Opens the verdicts on questions. They are read now and at each `refresh`. */
export async function openQuestionVerdicts(db: Db): Promise<QuestionVerdicts> {
  let verdicts = await readVerdicts(db);
  const isSuspect = ({ id }: BankQuestion) => verdicts.get(id)?.isSuspect === true;
  return {
    dealtAt: (stock, level) => {
      const byAnswers = stock
        .filter((one) => !isSuspect(one) && (verdicts.get(one.id)?.level ?? one.level) === level)
        .map((one) => (one.level === level ? one : { ...one, level }));
      if (byAnswers.length >= STOCK_LEAST) return byAnswers;
      const asInBank = stock.filter((one) => one.level === level);
      const sound = asInBank.filter((one) => !isSuspect(one));
      return sound.length >= QUESTIONS_PER_ROUND ? sound : asInBank;
    },
    refresh: async () => {
      verdicts = await readVerdicts(db);
    },
  };
}

async function readVerdicts(db: Db): Promise<Map<string, KeptVerdict>> {
  const rows = await db
    .selectFrom('question_standings')
    .select(['question_id', 'level', 'suspicion'])
    .execute();
  return new Map(
    rows.map(({ question_id, level, suspicion }) => [
      question_id,
      { level, isSuspect: suspicion !== null },
    ]),
  );
}

/**
 * A verdict needs at least this many answers. The numbers were found by simulation
 * (questions.md#what-answers-tell).
 */
export const LEAST_ANSWERS = { level: 600, key: 200, fast: 100 };

/**
 * Why the editor must check a question: its right answer in the bank looks wrong, or players answer before
 * they can have read it.
 */
export type Suspicion = 'key' | 'fast';

type Verdict = 'too few answers' | 'fits' | 'easier' | 'harder' | Suspicion;

/** A difference of this many standard errors is hardly ever chance. */
const SURE_ERRORS = 2.33;
const SURER_ERRORS = 3;
/** The share that a player who knows nothing gets right, because one of four options is right. */
const GUESSED = 0.25;

/** Nobody reads and answers faster than this: 60 letters of the question a second, and the time of a tap. */
const TAP_MS = 300;
const LETTER_MS = 1000 / 60;

/** A question with its answers, its level in the bank, and the level at which it is dealt now. */
type Answered = { question: string; level: Level; dealtAt: Level; stats: readonly Stat[] };

export type Judged = {
  fit: Fit;
  verdict: Verdict;
  /** The level at which it should be dealt. */
  belongs: Level;
};

/** Only questions that this many players were shown set the scale. With fewer, chance would move it. */
const LEAST_FOR_SCALE = 100;

/** Judges questions. All questions together set the scale of difficulty. */
export function judgeAll<One extends Answered>(ones: readonly One[]): (One & Judged)[] {
  const fitted = ones.map((one) => {
    const known = one.stats.filter(({ band }) => band !== UNKNOWN_BAND);
    const shown = known.reduce((sum, stat) => sum + shownOf(stat), 0);
    return { one, level: one.level, shown, fit: fitDifficulty(known, one.level) };
  });
  const off = scaleOff(fitted.filter(({ shown }) => shown >= LEAST_FOR_SCALE));
  return fitted.map(({ one, shown, fit: found }) => {
    const fit = { ...found, difficulty: found.difficulty - off };
    return { ...one, fit, ...verdictOf(one, shown, fit) };
  });
}

function verdictOf(
  { question, dealtAt, stats }: Answered,
  shown: number,
  fit: Fit,
): Pick<Judged, 'verdict' | 'belongs'> {
  const suspicion = suspicionOf(question, stats);
  if (suspicion !== null) return { verdict: suspicion, belongs: dealtAt };
  if (shown < LEAST_ANSWERS.level) return { verdict: 'too few answers', belongs: dealtAt };
  const belongs = levelBy(fit, dealtAt);
  const moved = LEVELS.indexOf(belongs) - LEVELS.indexOf(dealtAt);
  if (moved === 0) return { verdict: 'fits', belongs };
  return { verdict: moved < 0 ? 'easier' : 'harder', belongs };
}

function suspicionOf(question: string, stats: readonly Stat[]): Suspicion | null {
  const all = stats.reduce(added, noCounts());
  const answered = all.right + all.wrong;
  if (answered >= LEAST_ANSWERS.fast && medianMs(all, TIMES_MS) < readingMs(question)) {
    return 'fast';
  }
  return isKeyWrong(stats.filter(({ band }) => band !== UNKNOWN_BAND)) ? 'key' : null;
}

/**
 * Whether the right answer in the bank looks wrong: strong players give it less often than weak players, or
 * hardly anybody gives it and strong players no more often than weak players.
 */
function isKeyWrong(stats: readonly Stat[]): boolean {
  const { right, wrong } = stats.reduce(added, noCounts());
  const answered = right + wrong;
  if (answered < LEAST_ANSWERS.key) return false;
  const trend = trendOf(stats);
  if (trend < -SURE_ERRORS) return true;
  const belowGuess = (GUESSED - right / answered) / Math.sqrt((GUESSED * (1 - GUESSED)) / answered);
  return belowGuess > SURER_ERRORS && trend < SURE_ERRORS;
}

/** The shortest time in which a question can be read and answered, in milliseconds. */
export function readingMs(question: string): number {
  return TAP_MS + question.length * LETTER_MS;
}
