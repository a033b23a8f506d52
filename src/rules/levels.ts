/** The three levels a player can pick, easiest first (game.md#levels). */
export const LEVELS = ['easy', 'medium', 'hard'] as const;

export type Level = (typeof LEVELS)[number];

export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  easy: 'Easy',
  medium: 'Medium',
  hard: 'Hard',
};

/** The number of questions in a round of any level (game.md#questions-of-a-round). */
export const QUESTIONS_PER_ROUND = 10;

/** How many right answers in a round win its level (game.md#best-game). */
export const LEVEL_WON_RIGHT = 8;

/** The time to answer a question, in milliseconds (game.md#question-timer). */
export const QUESTION_TIMER_MS: Readonly<Record<Level, number>> = {
  easy: 10_000,
  medium: 12_000,
  hard: 15_000,
};

/** How long a right answer shows green, in milliseconds (game.md#answering). */
export const ANSWER_FLASH_MS = 750;

/** How long a wrong answer shows next to the right one, in milliseconds (game.md#answering). */
export const WRONG_REVEAL_MS = 1100;

/** How long 'Time up' shows with the right answer, in milliseconds (game.md#answering). */
export const TIME_UP_MS = 1500;

/**
 * How long a tap after a question's end is taken for a tap on that question, in milliseconds
 * (game.md#answering).
 */
export const GO_ON_AFTER_MS = 400;
