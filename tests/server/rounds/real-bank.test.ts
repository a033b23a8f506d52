import { expect, test } from 'vitest';
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

/**
 * The largest possible round: the ten longest questions of each category and level, pictures
 * included.
 */
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
      url: `/api/v2/questions/${id}?difficulty=${level}&pictures=1`,
      headers: { authorization: `Bearer ${player.token}`, 'accept-encoding': 'br' },
    });
    sizes.push(rawPayload.length);
  }
  expect(Math.min(...sizes)).toBeGreaterThan(500);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(6 * 1024);
});
