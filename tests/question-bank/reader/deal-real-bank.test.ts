import { expect, test } from 'vitest';
import { deal } from '../../../question-bank/reader/deal.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { LEVELS, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';

const { categories, questions } = loadBank();
const POOLS = categories.flatMap(({ id }) =>
  LEVELS.map((level) => ({
    id,
    level,
    pool: questions.filter((one) => one.category === id && one.level === level),
  })),
);

test.each(POOLS)(
  '$id, $level: the first five rounds have three or more about Africa each',
  ({ pool }) => {
    const seen = new Map<string, number>();
    for (let round = 0; round < 5; round += 1) {
      const ids = deal(pool, seen, QUESTIONS_PER_ROUND, round * 7919).map(({ id }) => id);
      for (const id of ids) seen.set(id, round);
      const aboutAfrica = pool.filter(({ id, isAboutAfrica }) => isAboutAfrica && ids.includes(id));
      expect(aboutAfrica.length).toBeGreaterThanOrEqual(3);
    }
  },
);

test.each(POOLS)(
  '$id, $level: no repeat and no two of a template side by side until the stock is out',
  ({ pool }) => {
    const seen = new Map<string, number>();
    for (let round = 0; round < Math.floor(pool.length / QUESTIONS_PER_ROUND); round += 1) {
      const ids = deal(pool, seen, QUESTIONS_PER_ROUND, round * 7919).map(({ id }) => id);
      expect(ids.filter((id) => seen.has(id))).toEqual([]);
      for (const id of ids) seen.set(id, round);
      const templates = ids.map((id) => pool.find((one) => one.id === id)?.template);
      const alike = templates.filter((template, index) => template === templates[index - 1]);
      expect(alike).toEqual([]);
    }
  },
);
