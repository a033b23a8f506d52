import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import { chargeOf, expected, PACK, stateOf, take } from './card-calls.ts';
import { turn } from './renewal-calls.ts';

// Before the server starts, because it runs each minute.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterAll(() => void vi.useRealTimers());

const server = testServer();

test('a running server credits by itself what another one left behind', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  await take(server(), chargeOf(player, reference));
  server().clock.at += 4 * 60_000;
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => stateOf(server(), reference)).toBe('paid');
  expect(await player.wallet()).toMatchObject({ coins: PACK.coins });
});

test('a running server renews by itself what its player chose to', async () => {
  const player = await server().subscriber();
  await turn(player, true);
  server().clock.at += 7 * DAY_MS;
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
});
