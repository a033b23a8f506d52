import { DAY_MS } from './calendar.ts';
import { daysAfter } from './streak.ts';

/** The number of questions in a practice set (game.md#practice). */
export const PRACTICE_SET_SIZE = 10;

/**
 * After how many days a question comes back: after its first right answer, and after its second
 * (game.md#practice).
 */
const COMES_BACK_AFTER_DAYS = [3, 10];

/**
 * How many mistakes are kept at most, and how many characters they may have in total
 * (game.md#practice).
 */
const MISTAKES_MAX = 200;
const LETTERS_MAX = 120_000;

/** A question for practice, as it was dealt, with the name of its category. */
export type PracticeQuestion = {
  id: string;
  category: string;
  question: string;
  options: readonly string[];
  answer: string;
  fact: string | null;
  /** The question's picture, as it was received (game.md#pictures). */
  picture?: unknown;
};

/** A missed question to win back. Its days are days in Lagos, such as `2026-11-17`. */
export type Mistake = PracticeQuestion & {
  /** The player's answer the last time they missed the question; `null` if they gave no answer. */
  said: string | null;
  missedOn: string;
  dueOn: string;
  /** How many times the player has answered it right since they missed it. */
  rights: number;
};

/** The questions that a player has to win back, and how many they have won back. */
export type Practice = { mistakes: readonly Mistake[]; wonBack: number };

export const NO_PRACTICE: Practice = { mistakes: [], wonBack: 0 };

/** A question missed in a game, with the player's answer and the day (`2026-11-17`). */
export type Missed = { question: PracticeQuestion; said: string | null; on: string };

/** An event of practice. `on` is the day, such as `2026-11-17`. */
export type PracticeEvent =
  | { type: 'missed'; missed: readonly Missed[] }
  | { type: 'right'; on: string; id: string }
  | { type: 'wrong'; on: string; id: string; said: string | null };

/**
 * Applies one event (game.md#practice). A missed question is due again today. A question that is
 * answered right comes back after 3 days, and again after 10 days. The third right answer wins it
 * back. An event for a question that is no longer stored changes nothing.
 */
export function stepPractice(practice: Practice, event: PracticeEvent): Practice {
  const { mistakes } = practice;
  if (event.type === 'missed') {
    const added = event.missed.map(({ question, said, on }) => missedNow(question, said, on));
    return { ...practice, mistakes: bounded([...mistakes, ...added]) };
  }
  const mistake = mistakes.find(({ id }) => id === event.id);
  if (!mistake) return practice;
  const others = mistakes.filter((other) => other !== mistake);
  if (event.type === 'wrong') {
    return { ...practice, mistakes: [...others, missedNow(mistake, event.said, event.on)] };
  }
  const days = COMES_BACK_AFTER_DAYS[mistake.rights];
  if (days === undefined) return { mistakes: others, wonBack: practice.wonBack + 1 };
  const later = { ...mistake, rights: mistake.rights + 1, dueOn: daysAfter(event.on, days) };
  return { ...practice, mistakes: [...others, later] };
}

/**
 * The questions that are due on a day (`2026-11-17`), those that became due first at the top
 * (game.md#practice).
 */
export function dueOn({ mistakes }: Practice, day: string): Mistake[] {
  return mistakes
    .filter((mistake) => isDue(mistake, day))
    .sort((a, b) => compare(a.dueOn, b.dueOn));
}

/**
 * Whether a question is due. A due day that is further ahead than the longest wait comes from a
 * wrong clock, so the question is due now.
 */
function isDue({ dueOn, rights }: Mistake, day: string): boolean {
  const lastDay = daysAfter(day, COMES_BACK_AFTER_DAYS[rights - 1] ?? 0);
  return dueOn <= day || dueOn > lastDay;
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * In how many days after `day` the questions that are not due come back: the first and the last of
 * them. `null` if there are no such questions.
 */
export function comesBackIn(
  { mistakes }: Practice,
  day: string,
): { first: number; last: number } | null {
  const days = mistakes
    .filter((mistake) => !isDue(mistake, day))
    .map((mistake) => daysBetween(day, mistake.dueOn));
  return days.length > 0 ? { first: Math.min(...days), last: Math.max(...days) } : null;
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

function missedNow(asked: PracticeQuestion, said: string | null, on: string): Mistake {
  const { id, category, question, options, answer, fact, picture } = asked;
  const drawn = picture === undefined ? {} : { picture };
  const as = { id, category, question, options, answer, fact, ...drawn };
  return { ...as, said, missedOn: on, dueOn: on, rights: 0 };
}

/**
 * Keeps each question once, as it was last missed, and drops the oldest questions beyond the
 * limits.
 */
function bounded(mistakes: readonly Mistake[]): Mistake[] {
  const newest = [...new Map(mistakes.map((mistake) => [mistake.id, mistake])).values()]
    .sort((a, b) => compare(b.missedOn, a.missedOn))
    .slice(0, MISTAKES_MAX);
  let letters = 0;
  return newest.filter((mistake) => {
    letters += JSON.stringify(mistake).length;
    return letters <= LETTERS_MAX;
  });
}
