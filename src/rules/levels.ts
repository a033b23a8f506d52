/** The three levels a player can pick, easiest first (gameplay §2). */
export const LEVELS = ['easy', 'medium', 'hard'] as const;

/** One of the three levels. */
export type Level = (typeof LEVELS)[number];

/** The levels as players read them. */
export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  easy: 'Easy',
  medium: 'Medium',
  hard: 'Hard',
};

/** Questions in every round, at each level (gameplay §9). */
export const QUESTIONS_PER_ROUND = 10;

/** How long a question can be answered, in milliseconds (gameplay §9). */
export const QUESTION_TIMER_MS: Readonly<Record<Level, number>> = {
  easy: 10_000,
  medium: 12_000,
  hard: 15_000,
};

/** How long an answer shows green or red before the next card, in milliseconds (gameplay §4). */
export const ANSWER_FLASH_MS = 750;
