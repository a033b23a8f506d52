import { MINUTE_MS } from './calendar.ts';
import { countLetters } from './players.ts';

/**
 * How many players can share one phone, and how long a name may be, in letters
 * (game.md#pass-the-phone).
 */
export const PASS_PLAYERS = { least: 2, most: 8 };
export const NAME_LETTERS_MAX = 12;

/** The choices for how many questions each player gets (game.md#pass-the-phone). */
export const QUESTIONS_EACH = [3, 5, 10] as const;

export type QuestionsEach = (typeof QUESTIONS_EACH)[number];

/** The most time that a question adds to a player's time, in milliseconds. */
const TIME_MAX_MS = MINUTE_MS;

export type PassQuestion = { options: readonly string[]; answer: string };

/**
 * A game on one phone, in which players take turns and get equally many questions. It is plain
 * data, so that it can be stored after each step and resumed.
 */
export type PassGame<Q extends PassQuestion = PassQuestion> = {
  names: readonly string[];
  each: QuestionsEach;
  /** All questions of the game, in the order of the turns. */
  questions: readonly Q[];
  /** The answers so far, in the order of the turns. Times are in milliseconds. */
  answers: readonly { choice: string; ms: number }[];
  /**
   * When the current question was shown, in epoch milliseconds; `null` while the phone is passed
   * on.
   */
  shownAt: number | null;
  /** Whether the screen still shows the outcome of the last answer. */
  isLookedAt: boolean;
};

/** An event of the game. `at` is in epoch milliseconds. */
export type PassEvent =
  | { type: 'show'; at: number }
  | { type: 'answer'; choice: string; at: number }
  | { type: 'pass' };

/** A player's row of the final table. The time is in whole seconds. */
export type PassPlace = {
  place: number;
  /** The index of the name, from 0. */
  player: number;
  name: string;
  right: number;
  seconds: number;
};

/** Begins a game. `questions` has `each` questions for each name (game.md#pass-the-phone). */
export function beginPass<Q extends PassQuestion>(
  names: readonly string[],
  each: QuestionsEach,
  questions: readonly Q[],
): PassGame<Q> {
  return { names, each, questions, answers: [], shownAt: null, isLookedAt: false };
}

/**
 * The index of the current turn, from 0. A turn lasts until the outcome of its answer is no longer
 * shown.
 */
export function turnOf({ answers, isLookedAt }: PassGame): number {
  return answers.length - (isLookedAt ? 1 : 0);
}

/** The index of the player whose turn it is, from 0. It has no meaning after the last turn. */
export function playerOf(game: PassGame): number {
  return turnOf(game) % game.names.length;
}

/** Whether all questions are answered and the outcome of the last answer is no longer shown. */
export function isPassOver(game: PassGame): boolean {
  return turnOf(game) >= game.questions.length;
}

/**
 * Applies one event (game.md#pass-the-phone). An event that cannot happen now gives back the same
 * game.
 */
export function stepPass<Q extends PassQuestion>(game: PassGame<Q>, event: PassEvent): PassGame<Q> {
  if (isPassOver(game)) return game;
  switch (event.type) {
    case 'show':
      if (game.shownAt !== null || game.isLookedAt) return game;
      return { ...game, shownAt: event.at };
    case 'answer': {
      const { shownAt } = game;
      const options = game.questions[turnOf(game)]?.options ?? [];
      if (shownAt === null || !options.includes(event.choice)) return game;
      const ms = Math.min(TIME_MAX_MS, Math.max(0, Math.round(event.at - shownAt)));
      const answers = [...game.answers, { choice: event.choice, ms }];
      return { ...game, answers, shownAt: null, isLookedAt: true };
    }
    case 'pass':
      return game.isLookedAt ? { ...game, isLookedAt: false } : game;
  }
}

/** The number of right answers so far, in the order of the names. */
export function rightsSoFar({ names, questions, answers }: PassGame): number[] {
  return names.map(
    (_, player) =>
      answers.filter(
        ({ choice }, turn) => turn % names.length === player && choice === questions[turn]?.answer,
      ).length,
  );
}

/**
 * The final table, sorted by right answers and then by whole seconds. Players with equal values in
 * both share a rank (game.md#pass-the-phone).
 */
export function tableOf(game: PassGame): PassPlace[] {
  const { names, answers } = game;
  const rights = rightsSoFar(game);
  const lines = names.map((name, player) => {
    const own = answers.filter((_, turn) => turn % names.length === player);
    const seconds = Math.round(own.reduce((sum, { ms }) => sum + ms, 0) / 1000);
    return { player, name, right: rights[player] ?? 0, seconds };
  });
  const isAhead = (a: (typeof lines)[number], b: (typeof lines)[number]) =>
    a.right > b.right || (a.right === b.right && a.seconds < b.seconds);
  return lines
    .map((line) => ({ ...line, place: 1 + lines.filter((other) => isAhead(other, line)).length }))
    .sort((a, b) => a.place - b.place);
}

/**
 * Why a name cannot be added to these names, in words; `null` if it can (game.md#pass-the-phone).
 */
export function nameFault(name: string, names: readonly string[]): string | null {
  const typed = name.trim();
  if (typed === '') return 'Type a name';
  if (countLetters(typed) > NAME_LETTERS_MAX) return `Up to ${NAME_LETTERS_MAX} letters`;
  const same = (text: string) => text.normalize('NFC').toLowerCase();
  const isTaken = names.some((other) => same(other) === same(typed));
  return isTaken ? `${typed} plays already` : null;
}
