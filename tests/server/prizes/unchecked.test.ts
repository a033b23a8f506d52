import { expect, test } from 'vitest';
import { testServer } from '../../support/server.ts';
import { close, payDue, prize, ready, thisDay } from './prize-calls.ts';

const MINUTE_MS = 60_000;
const PRIZES = JSON.stringify([{ pool: 'all', board: 'rush', tier: 1, places: 5, naira: 2000 }]);
const server = testServer({ env: { PRIZES } });

const oldest = async () => {
  const { body } = await server().app.inject('/metrics');
  return Number(/^fom_oldest_unchecked_prize_seconds (.*)$/m.exec(body)?.[1]);
};

test('a prize that can not be checked is told to the operator by its age, until it is checked', async () => {
  server().toNextWeek();
  const day = thisDay(server());
  const player = await ready(server(), 100, { played: 'rush' });
  const playedAs = (run: object) =>
    server()
      .db.updateTable('rush_runs')
      .set({ run: JSON.stringify(run) })
      .where('player_id', '=', player.id)
      .execute();
  // What it was won by can't be read.
  await playedAs({});
  close(server(), day);
  await payDue(server());
  expect(await oldest()).toBe(0);
  server().clock.at += 61 * MINUTE_MS;
  await payDue(server());
  expect((await prize(player)).state).toBe('checking');
  expect(await oldest()).toBe(61 * 60);
  await playedAs({ questions: [], rows: [], used: {} });
  await payDue(server());
  expect((await prize(player)).state).toBe('approved');
  expect(await oldest()).toBe(0);
});
