import { earnedByRun } from '../../../server/proof/claim.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import type { RushRow } from '../../../src/rules/rush-run.ts';
import {
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
  rushTier,
  rushTimerMs,
} from '../../../src/rules/tournament.ts';
import { answer, knows, type Person } from './people.ts';
import { CATEGORIES, type Chance, questionOf } from './stock.ts';

/** A day of Millionaire Rush of one player: their points, and the earnings of their runs. */
export type RushDay = { who: Person; points: number; earned: ReturnType<typeof earnedByRun> };

const QUESTIONS = Array.from({ length: RUSH_QUESTIONS }, (_, index) => {
  return { level: LEVELS[Math.floor((LEVELS.length * index) / RUSH_QUESTIONS)] ?? 'easy' };
});

/** The five best of each tier of a day, of those with 75 points or more. */
export function rushWinners(players: readonly Person[], next: Chance): RushDay[] {
  const days = players.map((who) => rushDay(who, 1 + Math.floor(next() * next() * 12), next));
  return [1, 2, 3].flatMap((tier) =>
    days
      .filter(({ points }) => points >= 75 && rushTier(points) === tier)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, 5),
  );
}

/** This many runs; `isRight` answers instead of the player. */
export function rushDay(
  who: Person,
  runs: number,
  next: Chance,
  isRight?: (isKnown: boolean) => boolean,
): RushDay {
  const played = Array.from({ length: runs }, () => runBy(who, next, isRight));
  const points = played.reduce(
    (sum, { rows }) =>
      sum + RUSH_POINTS_PER_LEVEL * rows.filter(({ end }) => end === 'right').length,
    0,
  );
  return { who, points, earned: played.flatMap(earnedByRun) };
}

/** A run up to the first wrong answer; the first two unknown questions are skipped and halved. */
function runBy(who: Person, next: Chance, isRight?: (isKnown: boolean) => boolean) {
  const used: Record<string, number> = {};
  const rows: RushRow[] = [];
  for (const [index, { level }] of QUESTIONS.entries()) {
    const question = questionOf(level, next);
    const category = Math.floor(next() * CATEGORIES);
    const isKnown = next() < knows(who, category, question);
    const row = { choice: null, ms: 3000, isDouble: false };
    if (!isRight && !isKnown && used.skip === undefined && index < RUSH_QUESTIONS - 1) {
      used.skip = index + 1;
      rows.push({ ...row, end: 'skipped' });
      continue;
    }
    const isHalved = !isRight && !isKnown && used['fifty-fifty'] === undefined;
    if (isHalved) used['fifty-fifty'] = index + 1;
    const timing = { timerMs: rushTimerMs(index + 1), lineMs: 300 };
    const given = answer(who, question, { isKnown, isRecalled: false }, next, timing);
    const isGuessed = isHalved && given.isAnswered && next() < 0.5;
    const end = (isRight?.(isKnown) ?? (given.isRight || isGuessed)) ? 'right' : 'wrong';
    rows.push({ ...row, end });
    if (end === 'wrong') break;
  }
  return { questions: QUESTIONS, rows, used };
}
