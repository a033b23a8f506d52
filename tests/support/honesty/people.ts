import { LEVELS, type Level } from '../../../src/rules/levels.ts';
import { between, CATEGORIES, type Chance, normal, type StockQuestion } from './stock.ts';

/** How a person answers: their knowledge, their reading, and how much they play. */
export type Person = {
  /** 0 is an ordinary fan, 2 one in forty. */
  skill: number;
  /** Their additional knowledge of each category. */
  favours: readonly number[];
  level: Level;
  /** How often they play another level than theirs, any of the three. */
  strays: number;
  /** Letters a second, and the median time that they think. */
  pace: number;
  thinkMs: number;
  /** The chance that they recognise a fact they were told once. */
  memory: number;
  roundsADay: number;
  /** Share of rounds tapped through without reading. */
  blind: number;
  /** When they get up, in hours, and how long they are awake. */
  wakesAt: number;
  awakeHours: number;
  /** Between two rounds of a session. */
  pauseMs: number;
};

/** How a question ended, as the phone times it. */
export type Answered = { ms: number; isAnswered: boolean; isRight: boolean };

/** A player of any strength: most play a few rounds a day, some a whole day's. */
export function person(next: Chance, strength = normal(next)): Person {
  const isKeen = next() < 0.25;
  const isGrinder = next() < 0.06;
  const isQuick = next() < 0.15;
  return {
    skill: strength,
    favours: Array.from({ length: CATEGORIES }, () => 0.6 * normal(next)),
    level: LEVELS[Math.floor(next() * LEVELS.length)] ?? 'easy',
    strays: next() < 0.4 ? between(next, 0.1, 0.8) : 0,
    pace: isQuick ? between(next, 40, 55) : between(next, 15, 40),
    thinkMs: isQuick ? between(next, 300, 800) : between(next, 700, 3000),
    memory: between(next, 0.3, 0.95),
    roundsADay: isGrinder
      ? between(next, 35, 50)
      : isKeen
        ? between(next, 6, 20)
        : between(next, 0.5, 5),
    blind: next() < 0.05 ? between(next, 0.05, 0.5) : 0,
    wakesAt: next() < 0.04 ? between(next, 12, 20) : between(next, 5, 9),
    awakeHours: next() < 0.02 ? between(next, 19, 20.5) : between(next, 15, 18),
    pauseMs: between(next, 8000, 60_000),
  };
}

/** A winner without a script: they know more than most, and play for hours. */
export function winner(next: Chance): Person {
  const strength = 1.2 + Math.abs(normal(next));
  return { ...person(next, strength), roundsADay: between(next, 25, 50) };
}

/** The chance of knowing a question. */
export function knows({ skill, favours }: Person, category: number, { difficulty }: StockQuestion) {
  return 1 / (1 + Math.exp(difficulty - 1.3 * skill - (favours[category] ?? 0)));
}

/** Answers by knowledge, by recognition, or by a guess; a slow answer is a timeout. */
export function answer(
  who: Person,
  question: StockQuestion,
  { isKnown, isRecalled }: { isKnown: boolean; isRecalled: boolean },
  next: Chance,
  { timerMs, lineMs = 0 }: { timerMs: number; lineMs?: number },
): Answered {
  const read = isRecalled ? between(next, 0.15, 0.7) : between(next, 0.6, 1);
  const readMs = (1000 * question.letters * read) / who.pace;
  const effort = isRecalled ? 0.5 : isKnown ? 0.8 : 1.4;
  const stray = next() < 0.01 ? between(next, 2000, 8000) : 0;
  const ms = Math.round(
    350 + readMs + effort * who.thinkMs * Math.exp(0.55 * normal(next)) + stray,
  );
  // The allowance for bad lines covers most of the delay in both directions.
  if (ms + Math.max(0, lineMs - 400) > timerMs)
    return { ms: timerMs, isAnswered: false, isRight: false };
  const isSlip = next() < 0.015;
  const isRight = isKnown || isRecalled ? !isSlip : next() < 0.25;
  return { ms, isAnswered: true, isRight };
}

/** Taps any option. */
export function tapBlind(next: Chance): Answered {
  return { ms: Math.round(between(next, 150, 700)), isAnswered: true, isRight: next() < 0.25 };
}
