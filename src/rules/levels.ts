/** The three levels a player can pick, easiest first (game.md#levels). */
export const LEVELS = ['easy', 'medium', 'hard'] as const;

export type Level = (typeof LEVELS)[number];

export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  easy: 'Easy',
  medium: 'Medium',
  hard: 'Hard',
};

/** Questions in every round, at each level (game.md#questions-of-a-round). */
export const QUESTIONS_PER_ROUND = 10;

/** How long a question can be answered, in milliseconds (game.md#question-timer). */
export const QUESTION_TIMER_MS: Readonly<Record<Level, number>> = {
  easy: 10_000,
  medium: 12_000,
  hard: 15_000,
};

/** How long an answer shows green or red, in milliseconds (game.md#answering). */
export const ANSWER_FLASH_MS = 750;
