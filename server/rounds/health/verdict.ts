import { LEVELS, type Level } from '../../../src/rules/levels.ts';
import { type Fit, fitDifficulty, levelBy, medianMs, scaleOff, trendOf } from './fit.ts';
import { UNKNOWN_BAND } from './strength.ts';
import { added, noCounts, type Stat, shownOf, TIMES_MS } from './tally.ts';

/** The least numbers of answers of a verdict, found by simulation (questions.md#what-answers-tell). */
export const LEAST_ANSWERS = { level: 600, key: 200, fast: 100 };

/** Why a question is put before the editor: its key looks wrong, or it is answered unread. */
export type Suspicion = 'key' | 'fast';

export type Verdict = 'too few answers' | 'fits' | 'easier' | 'harder' | Suspicion;

/** As many standard errors are hardly ever chance. */
const SURE_ERRORS = 2.33;
const SURER_ERRORS = 3;
/** Who knows nothing takes one of four. */
const GUESSED = 0.25;

/** Nobody reads and answers quicker: 60 letters of the question a second, and the tap. */
const TAP_MS = 300;
const LETTER_MS = 1000 / 60;

/** A question with its answers, the level that the bank has it at, and the one that it is dealt at now. */
export type Answered = { question: string; level: Level; dealtAt: Level; stats: readonly Stat[] };

export type Judged = {
  fit: Fit;
  verdict: Verdict;
  /** At which it is to be dealt. */
  belongs: Level;
};

/** Less would move the scale by chance. */
const LEAST_FOR_SCALE = 100;

/** What the answers say of questions, which make each other's scale. */
export function judgeAll<One extends Answered>(ones: readonly One[]): (One & Judged)[] {
  const fitted = ones.map((one) => {
    const known = one.stats.filter(({ band }) => band !== UNKNOWN_BAND);
    const shown = known.reduce((sum, stat) => sum + shownOf(stat), 0);
    return { one, level: one.level, shown, fit: fitDifficulty(known, one.level) };
  });
  const off = scaleOff(fitted.filter(({ shown }) => shown >= LEAST_FOR_SCALE));
  return fitted.map(({ one, shown, fit: found }) => {
    const fit = { ...found, difficulty: found.difficulty - off };
    return { ...one, fit, ...judge(one, shown, fit) };
  });
}

function judge(
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

/** The strong are right less often than the weak; or hardly anybody is, and the strong no oftener. */
function isKeyWrong(stats: readonly Stat[]): boolean {
  const { right, wrong } = stats.reduce(added, noCounts());
  const answered = right + wrong;
  if (answered < LEAST_ANSWERS.key) return false;
  const trend = trendOf(stats);
  if (trend < -SURE_ERRORS) return true;
  const belowGuess = (GUESSED - right / answered) / Math.sqrt((GUESSED * (1 - GUESSED)) / answered);
  return belowGuess > SURER_ERRORS && trend < SURE_ERRORS;
}

/** What reading a question takes at least, in milliseconds. */
export function readingMs(question: string): number {
  return TAP_MS + question.length * LETTER_MS;
}
