import { countLetters } from './players.ts';

/** Who can play with one phone, and how long a name may be, in letters (game.md#pass-the-phone). */
export const PASS_PLAYERS = { least: 2, most: 8 };
export const NAME_LETTERS_MAX = 12;

/** How many questions each player gets, as they choose (game.md#pass-the-phone). */
export const QUESTIONS_EACH = [3, 5, 10] as const;

export type QuestionsEach = (typeof QUESTIONS_EACH)[number];

/** The longest that a question adds to a player's time, in milliseconds. */
const TIME_MAX_MS = 60_000;

export type PassQuestion = { options: readonly string[]; answer: string };

/**
 * A game with one phone: questions in turn, as many for each name. Plain data: it can be stored after
 * each step and taken up again.
 */
export type PassGame<Q extends PassQuestion = PassQuestion> = {
  names: readonly string[];
  each: QuestionsEach;
  /** All of the game, in the order of the turns. */
  questions: readonly Q[];
  /** What was answered so far, in the same order; times in milliseconds. */
  answers: readonly { choice: string; ms: number }[];
  /** When the question on the table was shown, in epoch milliseconds; `null` while the phone is passed. */
  shownAt: number | null;
  /** Whether the last answer is still looked at. */
  isLookedAt: boolean;
};

/** What can happen; `at` is epoch milliseconds. */
export type PassEvent =
  | { type: 'show'; at: number }
  | { type: 'answer'; choice: string; at: number }
  | { type: 'pass' };

/** A place on the table at the end; time in whole seconds. */
export type PassPlace = {
  place: number;
  /** Which name it is, from 0. */
  player: number;
  name: string;
  right: number;
  seconds: number;
};

/** Begins a game: `questions` are `each` for each name (game.md#pass-the-phone). */
export function beginPass<Q extends PassQuestion>(
  names: readonly string[],
  each: QuestionsEach,
  questions: readonly Q[],
): PassGame<Q> {
  return { names, each, questions, answers: [], shownAt: null, isLookedAt: false };
}

/** Which turn is on the table, from 0: the last one's while its answer is looked at. */
export function turnOf({ answers, isLookedAt }: PassGame): number {
  return answers.length - (isLookedAt ? 1 : 0);
}

/** Whose turn it is, from 0; after the last one nobody's any more. */
export function playerOf(game: PassGame): number {
  return turnOf(game) % game.names.length;
}

/** Whether all questions are answered and the last answer was looked at. */
export function isPassOver(game: PassGame): boolean {
  return turnOf(game) >= game.questions.length;
}

/** One step (game.md#pass-the-phone). What cannot happen now gives back the same game. */
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

/** How many each has right so far, in the order of the names. */
export function rightsSoFar({ names, questions, answers }: PassGame): number[] {
  return names.map(
    (_, player) =>
      answers.filter(
        ({ choice }, turn) => turn % names.length === player && choice === questions[turn]?.answer,
      ).length,
  );
}

/**
 * The table: right answers, then the whole seconds; level on both is the same place
 * (game.md#pass-the-phone).
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

/** Why a name cannot play beside these, in words; `null` where it can (game.md#pass-the-phone). */
export function nameFault(name: string, names: readonly string[]): string | null {
  const typed = name.trim();
  if (typed === '') return 'Type a name';
  if (countLetters(typed) > NAME_LETTERS_MAX) return `Up to ${NAME_LETTERS_MAX} letters`;
  const same = (text: string) => text.normalize('NFC').toLowerCase();
  const isTaken = names.some((other) => same(other) === same(typed));
  return isTaken ? `${typed} plays already` : null;
}
