import { expect, test } from 'vitest';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { openReserve } from '../../../server/rush/reserve.ts';
import { newKey, testServer } from '../../support/server.ts';
import { readRound } from '../../support/test-player.ts';

const bank = loadBank();
const server = testServer({ bank });

async function picturesOf(said: string): Promise<number> {
  const player = await server().subscriber();
  await player.get('/user/reduce-play', { key: newKey() });
  const path = `/questions/la-liga?difficulty=easy&size=10&page=1${said}`;
  return readRound(await player.get(path)).questions.filter(({ picture }) => picture).length;
}

test('who says that they draw is dealt a picture, whoever does not is dealt none', async () => {
  for (let round = 0; round < 3; round++) {
    expect(await picturesOf('')).toBe(0);
    expect([1, 2]).toContain(await picturesOf('&pictures=1'));
  }
});

test('Millionaire Rush and proof rounds show no picture', async () => {
  const { questions } = await openReserve(server().db, bank);
  expect(questions.filter(({ picture }) => picture)).toEqual([]);
});
