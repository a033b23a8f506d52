import { expect, test } from 'vitest';
import { drawnWinners } from '../../../server/raffle/draws.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { giveTickets, seal } from '../raffle/raffle-calls.ts';
import { goOn, payDue, prize, ready, winnings } from './prize-calls.ts';

const MONTH = '2026-11';
const server = testServer();

test('the first drawn ticket wins, and the reserves take its place in their order, a player once', async () => {
  const players: TestPlayer[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const player = await ready(server(), 1);
    await giveTickets(server(), player, { month: MONTH, count: 2 });
    players.push(player);
  }
  server().clock.at = Date.parse('2026-11-29T13:00:00+01:00');
  await seal(server());
  const key = await addOperator(server(), 'ngozi');
  await payDue(server());
  expect((await Promise.all(players.map(winnings))).flat()).toEqual([]);
  const musa = await addOperator(server(), 'musa', key);
  for (const one of [key, musa]) {
    await operate(server(), ['draw', 'figure', MONTH, '1a'.repeat(32)], one);
  }
  await operate(server(), ['draw', 'run', MONTH], key);
  // Six tickets are drawn, so all of them are: each player's second comes after another player's.
  const drawn = await drawnWinners(server().db, MONTH);
  const order = [...new Set(drawn.map(({ playerId }) => playerId))].map((id) => {
    return players.find((player) => player.id === id) as TestPlayer;
  });
  const [first, second, third] = order as [TestPlayer, TestPlayer, TestPlayer];
  await payDue(server());
  await payDue(server());
  expect(await prize(first)).toMatchObject({
    board: 'raffle',
    tier: null,
    place: 1,
    grossKobo: 100_000_000,
    period: { endsAt: '2026-11-29T12:00:00.000Z' },
  });
  expect([await winnings(second), await winnings(third)]).toEqual([[], []]);
  await second.delete('/user', { word: 'DELETE' }, { key: newKey() });
  await goOn(first, { event: 'refused', by: 'operator' });
  expect(await winnings(second)).toEqual([]);
  const place = drawn.findIndex(({ playerId }) => playerId === third.id) + 1;
  expect(await prize(third)).toMatchObject({ state: 'checking', place, grossKobo: 100_000_000 });
  await payDue(server());
  await goOn(third, { event: 'refused', by: 'operator' });
  expect((await winnings(first)).map(({ state }) => state)).toEqual(['refused']);
});
