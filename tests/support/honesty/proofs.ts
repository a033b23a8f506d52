import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { judgeProof } from '../../../server/proof/judge.ts';
import type { Tally } from '../../../server/rounds/likelihood.ts';
import { PROOF_QUESTIONS } from '../../../src/rules/proof-round.ts';
import { answer, knows, type Person, person } from './people.ts';
import { between, CATEGORIES, type Chance, questionOf } from './stock.ts';
import { Career } from './weeks.ts';

/** Right answers of ranked play that a cheat lets a script give, and of their own. */
export type Cheats = { ranked: number; own: number; passed: number };

/** Share of proof rounds of honest players, of all strengths unless said otherwise, that go to a person. */
export function honestToPerson(
  players: number,
  seed: number,
  by: (next: Chance) => Person = person,
): number {
  const next = seededNumbers(seed);
  let sent = 0;
  for (let player = 0; player < players; player += 1) {
    const who = by(next);
    const career = new Career(who, next);
    for (let week = 0; week < 3; week += 1) career.week();
    const past = career.past[who.level];
    if (!judgeProof(proofOf(who, next), past).isLikely) sent += 1;
  }
  return sent / players;
}

/** Share of cheats who pass by their own skill, for each share of right answers in ranked play. */
export function cheatsPassed(tries: number, seed: number): Cheats[] {
  const next = seededNumbers(seed);
  return [0.98, 0.9, 0.8, 0.7].flatMap((ranked) =>
    [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((own) => {
      const past = tallyOf(1000, ranked, next);
      const passed = Array.from({ length: tries }, () =>
        judgeProof(tallyOf(PROOF_QUESTIONS, own, next), past),
      ).filter(({ isLikely }) => isLikely).length;
      return { ranked, own, passed: passed / tries };
    }),
  );
}

/** Alone with the clock: a line that is slow at times, and a hand that is not steady. */
function proofOf(who: Person, next: Chance): Tally {
  const favourite = who.favours.indexOf(Math.max(...who.favours));
  const lineMs = next() < 0.2 ? between(next, 800, 3000) : between(next, 80, 600);
  const strained = { ...who, thinkMs: 1.15 * who.thinkMs };
  let right = 0;
  for (let number = 0; number < PROOF_QUESTIONS; number += 1) {
    const question = questionOf(who.level, next);
    const category = next() < 0.7 ? favourite : Math.floor(next() * CATEGORIES);
    const isKnown = next() < knows(who, category, question);
    const given = answer(strained, question, { isKnown, isRecalled: false }, next, lineMs);
    if (given.isRight) right += 1;
  }
  return { right, asked: PROOF_QUESTIONS };
}

function tallyOf(asked: number, share: number, next: Chance): Tally {
  const right = Array.from({ length: asked }, () => next() < share).filter(Boolean).length;
  return { right, asked };
}
