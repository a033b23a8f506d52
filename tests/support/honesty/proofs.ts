import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import type { ClaimPart } from '../../../server/database/tables.ts';
import { claimOf, earnedByRounds, judgeProof } from '../../../server/proof/claim.ts';
import type { ProofRow } from '../../../src/rules/proof-round.ts';
import { answer, knows, type Person, person, winner } from './people.ts';
import { rushDay, rushWinners } from './runs.ts';
import { between, CATEGORIES, type Chance, questionOf } from './stock.ts';
import { Career } from './weeks.ts';

/** Honest players who are asked for a proof round, by the way to their prize. */
export type Honest = { name: string; asked: number; toPerson: number };

/** A proof round as a person plays it: alone with the clock, on a sometimes slow line. */
export function playProof(who: Person, claim: readonly ClaimPart[], next: Chance): ProofRow[] {
  const favourite = who.favours.indexOf(Math.max(...who.favours));
  const lineMs = next() < 0.2 ? between(next, 800, 3000) : between(next, 80, 600);
  const strained = { ...who, thinkMs: 1.15 * who.thinkMs };
  return claim.flatMap(({ level, timerMs, questions, categories }) =>
    Array.from({ length: questions }, (): ProofRow => {
      const question = questionOf(level, next);
      const isUsual = categories.length > 0 && next() < 0.7;
      const category = isUsual ? favourite : Math.floor(next() * CATEGORIES);
      const isKnown = next() < knows(who, category, question);
      const how = { isKnown, isRecalled: false };
      const { ms, isRight } = answer(strained, question, how, next, { timerMs, lineMs });
      return { choice: null, ms, end: isRight ? 'right' : 'wrong' };
    }),
  );
}

/** How often the proof rounds of honest winners go to a person. */
export function honestProofs(winners: number, seed: number): Honest[] {
  const next = seededNumbers(seed);
  const ofWeek = (by: (next: Chance) => Person, weeks: number) => () => {
    const career = new Career(by(next), next);
    for (let week = 1; week < weeks; week += 1) career.week();
    const { rounds } = career.week();
    return [{ who: career.who, earned: earnedByRounds(rounds, career.rounds) }];
  };
  const mixed = (chance: Chance): Person => ({
    ...winner(chance),
    strays: between(chance, 0.3, 1),
  });
  const beginner = (chance: Chance): Person => ({
    ...person(chance),
    roundsADay: between(chance, 0.3, 2),
  });
  const kinds = {
    'of all strengths, after three weeks': ofWeek(person, 3),
    'who win a week by playing much, after one to four': () =>
      ofWeek(winner, 1 + Math.floor(4 * next()))(),
    'who win at mixed levels': ofWeek(mixed, 2),
    'with a few rounds and no past': ofWeek(beginner, 1),
    'who win a day of Millionaire Rush, and are new': () =>
      rushWinners(
        Array.from({ length: 60 }, () => person(next)),
        next,
      ),
    'who play Millionaire Rush once, and are new': () => [rushDay(person(next), 1, next)],
  };
  return Object.entries(kinds).map(([name, play]) => {
    let [asked, toPerson] = [0, 0];
    while (asked < winners) {
      for (const { who, earned } of play()) {
        const claim = claimOf(earned);
        if (claim.every(({ past }) => past.asked === 0)) continue;
        asked += 1;
        if (!judgeProof(claim, { rows: playProof(who, claim, next) }).isLikely) toPerson += 1;
      }
    }
    return { name, asked, toPerson };
  });
}
