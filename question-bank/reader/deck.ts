import type { Level } from '../../src/rules/levels.ts';
import { hash } from '../text/hash.ts';
import { type BankQuestion, withoutPictures } from './bank.ts';

/** The number of questions of each category and level in the deck. */
const SHARES: readonly { level: Level; questions: number }[] = [
  { level: 'easy', questions: 20 },
  { level: 'medium', questions: 11 },
];

/** A category with fewer questions than this at a level keeps all of them for rounds. */
const STOCK_THAT_GIVES = 100;

/**
 * The questions that every phone has unsealed and that are never dealt in a game that counts
 * (game.md#deck), in a mixed order. They are chosen from the generated questions by their ids
 * alone, so that an operator's import does not change the deck. A question is chosen only if no
 * other question has its subject, because the fact shown with it would answer the other question.
 * Questions with a picture are left out, so that the deck stays small.
 */
export function deckOf<Q extends BankQuestion>(generated: readonly Q[]): Q[] {
  const stocks = Map.groupBy(
    withoutPictures(generated),
    ({ category, level }) => `${category} ${level}`,
  );
  const bySubject = Map.groupBy(generated, ({ id, subject }) => subject ?? id);
  const chosen = [...stocks.values()].flatMap((stock) => {
    const questions = SHARES.find(({ level }) => level === stock[0]?.level)?.questions ?? 0;
    if (stock.length < STOCK_THAT_GIVES) return [];
    return mixed(stock)
      .filter(({ id, subject }) => bySubject.get(subject ?? id)?.length === 1)
      .slice(0, questions);
  });
  return mixed(chosen);
}

/**
 * Sorts by each question's id alone, so that a new question does not change the order of the
 * others.
 */
function mixed<Q extends BankQuestion>(questions: readonly Q[]): Q[] {
  return questions
    .map((question) => ({ question, rank: hash(`${question.id} deck`) }))
    .sort((a, b) => a.rank - b.rank || (a.question.id < b.question.id ? -1 : 1))
    .map(({ question }) => question);
}
