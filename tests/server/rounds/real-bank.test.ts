import { expect, test } from 'vitest';
import { deal } from '../../../question-bank/reader/deal.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { LEVELS, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';
import { newKey, testServer } from '../../support/server.ts';

const { categories, questions } = loadBank();
const POOLS = categories.flatMap(({ id }) =>
  LEVELS.map((level) => ({
    id,
    level,
    pool: questions.filter((one) => one.category === id && one.level === level),
  })),
);

/** The worst that a round can weigh: the ten longest questions of each category and level. */
const longest = POOLS.flatMap(({ pool }) =>
  pool
    .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)
    .slice(0, QUESTIONS_PER_ROUND),
);

const server = testServer({ bank: { categories, questions: longest } });

test('the questions of any round arrive in 6 KB or less', async () => {
  const sizes: number[] = [];
  for (const { id, level } of POOLS) {
    const player = await server().veteran();
    await player.get('/user/reduce-play', { key: newKey() });
    const { rawPayload } = await server().app.inject({
      method: 'GET',
      url: `/api/v2/questions/${id}?difficulty=${level}`,
      headers: { authorization: `Bearer ${player.token}`, 'accept-encoding': 'br' },
    });
    sizes.push(rawPayload.length);
  }
  expect(Math.min(...sizes)).toBeGreaterThan(500);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(6 * 1024);
});

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
