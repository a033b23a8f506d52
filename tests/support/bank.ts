import type { BankQuestion, QuestionBank } from '../../question-bank/reader/bank.ts';
import { LEVELS } from '../../src/rules/levels.ts';

/** The number of templates that the questions of a level alternate between. */
const TEMPLATES = 10;

/** A bank of two open categories with this many questions each, at each level; the third is closed. */
export function buildBank(questionsPerLevel = 25): QuestionBank {
  const categories = [
    { id: 'la-liga', name: 'La Liga', image: 'la-liga.svg', isActive: true },
    { id: 'serie-a', name: 'Serie A', image: 'serie-a.svg', isActive: true },
    { id: 'eredivisie', name: 'Eredivisie', image: 'eredivisie.svg', isActive: false },
  ];
  const questions = categories.flatMap(({ id: category }) =>
    LEVELS.flatMap((level) =>
      Array.from({ length: questionsPerLevel }, (_, index) =>
        buildBankQuestion(`${category}-${level}-${index + 1}`, {
          category,
          level,
          template: `template-${(index % TEMPLATES) + 1}`,
        }),
      ),
    ),
  );
  return { categories, questions };
}

/** The questions of one category and level: this many of each template, `t1` first. */
export function buildStock(...questionsPerTemplate: number[]): BankQuestion[] {
  return questionsPerTemplate.flatMap((count, index) =>
    Array.from({ length: count }, (_, number) =>
      buildBankQuestion(`t${index + 1}-${number + 1}`, { template: `t${index + 1}` }),
    ),
  );
}

/** An easy question about La Liga with four options, changed by `parts`. */
export function buildBankQuestion(id: string, parts: Partial<BankQuestion> = {}): BankQuestion {
  return {
    id,
    category: 'la-liga',
    level: 'easy',
    template: 't1',
    question: `Which answer belongs to ${id}?`,
    options: [`${id} right`, `${id} b`, `${id} c`, `${id} d`],
    answer: `${id} right`,
    fact: `The right one of ${id} is the first.`,
    ...parts,
  };
}
