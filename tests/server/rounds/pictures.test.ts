import { expect, test } from 'vitest';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { readRound } from '../../../scripts/lib/player/player.ts';
import { openReserve } from '../../../server/rush/reserve.ts';
import { newKey, testServer } from '../../support/server.ts';

const bank = loadBank();
const server = testServer({ bank });

async function picturesOf(said: string): Promise<number> {
  const player = await server().subscriber();
  await player.get('/user/reduce-play', { key: newKey() });
  const path = `/questions/la-liga?difficulty=easy&size=10&page=1${said}`;
  return readRound(await player.get(path)).questions.filter(({ picture }) => picture).length;
}

test('clients that draw are dealt pictures, by their share of the level, and others none', async () => {
  const easy = bank.questions.filter(({ category, level }) => {
    return category === 'la-liga' && level === 'easy';
  });
  const share = easy.filter(({ picture }) => picture).length / easy.length;
  for (let round = 0; round < 3; round++) {
    expect(await picturesOf('')).toBe(0);
    const dealt = await picturesOf('&pictures=1');
    expect(dealt).toBeGreaterThanOrEqual(1);
    expect(dealt).toBeLessThanOrEqual(Math.ceil(10 * share));
  }
});

test('Millionaire Rush and proof rounds show no picture', async () => {
  const { questions } = await openReserve(server().db, bank);
  expect(questions.filter(({ picture }) => picture)).toEqual([]);
});
