import type { Bank, BankQuestion } from '../../server/rounds/bank.ts';
import { LEVELS } from '../../src/rules/levels.ts';

/** A bank of two categories with so many questions each, at each level; the third is closed. */
export function buildBank(questionsPerLevel = 25): Bank {
  const categories = [
    { id: 'la-liga', name: 'La Liga', image: 'la-liga.svg', isActive: true },
    { id: 'serie-a', name: 'Serie A', image: 'serie-a.svg', isActive: true },
    { id: 'eredivisie', name: 'Eredivisie', image: 'eredivisie.svg', isActive: false },
  ];
  const questions = categories.flatMap(({ id }) =>
    LEVELS.flatMap((level) =>
      Array.from({ length: questionsPerLevel }, (_, index): BankQuestion => {
        const name = `${id}-${level}-${index + 1}`;
        return {
          id: name,
          category: id,
          level,
          question: `Which answer belongs to ${name}?`,
          options: [`${name} right`, `${name} b`, `${name} c`, `${name} d`],
          answer: `${name} right`,
          fact: `The right one of ${name} is the first.`,
        };
      }),
    ),
  );
  return { categories, questions };
}
