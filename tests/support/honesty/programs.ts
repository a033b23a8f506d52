import { type Answered, answer, type Person } from './people.ts';
import { between, type Chance, normal, type StockQuestion } from './stock.ts';
import type { Program } from './weeks.ts';

/** A script that plays in a person's place; each is more cunning than the one before. */
export type Script = { name: string; of: (who: Person, next: Chance) => Program };

const HOUR_MS = 3_600_000;

/** All day and all night. */
const AROUND_THE_CLOCK = (rounds: number) =>
  Array.from({ length: rounds }, (_, index) => ((24 * HOUR_MS) / rounds) * index);

const answered = (ms: number, isRight: boolean): Answered => ({
  ms: Math.round(ms),
  isAnswered: true,
  isRight,
});

/** As long as somebody who reads. */
const readingMs = ({ letters }: StockQuestion, next: Chance) =>
  350 + (1000 * letters * between(next, 0.6, 1)) / 30 + 1200 * Math.exp(0.55 * normal(next));

export const SCRIPTS: readonly Script[] = [
  {
    name: 'at once, all right',
    of: () => ({ roundsADay: 50, answers: () => answered(300, true) }),
  },
  {
    name: 'after 3 s each, all right',
    of: (_, next) => ({
      roundsADay: 50,
      answers: () => answered(between(next, 2990, 3010), true),
    }),
  },
  {
    name: 'after 2 to 6 s, all right, day and night',
    of: (_, next) => ({
      roundsADay: 50,
      hours: AROUND_THE_CLOCK,
      answers: () => answered(between(next, 2000, 6000), true),
    }),
  },
  {
    name: 'after 2 to 6 s, 90 % right, by day',
    of: (_, next) => ({
      roundsADay: 30,
      answers: () => answered(between(next, 2000, 6000), next() < 0.9),
    }),
  },
  {
    name: 'as long as reading takes, all right',
    of: (_, next) => ({
      roundsADay: 40,
      answers: (question) => answered(readingMs(question, next), true),
    }),
  },
  {
    name: 'as long as reading takes, 90 % right, by day',
    of: (_, next) => ({
      roundsADay: 25,
      answers: (question) => answered(readingMs(question, next), next() < 0.9),
    }),
  },
  {
    name: 'the player’s own times, four of five that they do not know',
    of: (who, next) => ({
      roundsADay: 25,
      answers: (question, isKnown) => {
        const how = { isKnown: isKnown || next() < 0.8, isRecalled: false };
        return answer(who, question, how, next);
      },
    }),
  },
  {
    name: 'the player’s own times, every second that they do not know',
    of: (who, next) => ({
      roundsADay: 25,
      answers: (question, isKnown) => {
        const how = { isKnown: isKnown || next() < 0.5, isRecalled: false };
        return answer(who, question, how, next);
      },
    }),
  },
];
