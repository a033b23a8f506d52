import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import {
  close,
  goOn,
  leaving,
  payDue,
  payLater,
  payoutsOn,
  prize,
  prizeBooks,
  ready,
  score,
  thisDay,
  thisWeek,
  winnings,
} from './prize-calls.ts';

const server = testServer({
  env: {
    PRIZES: JSON.stringify([
      { pool: 'all', board: 'weekly', places: 2, naira: 1000 },
      { pool: 'all', board: 'rush', tier: 1, places: 1, naira: 2000 },
    ]),
  },
});

test('a prize that is not mended for 30 days lapses, and the next place is paid', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const first = await ready(server(), 300);
  const late = await server().signUp();
  await score(late, 200);
  const [third, fourth] = [await ready(server(), 100), await ready(server(), 50)];
  close(server(), week);
  await payDue(server());
  const owed = await prizeBooks(server());
  await payLater(server(), 30 * DAY_MS - 1);
  expect(await prize(late)).toMatchObject({ state: 'held', endedAt: null });
  expect(await winnings(third)).toEqual([]);
  await payLater(server());
  expect(await prize(late)).toMatchObject({ state: 'lapsed', reason: null, mendBy: null });
  expect(await prize(third)).toMatchObject({ state: 'checking', place: 3 });
  await payDue(server());
  expect(await prize(third)).toMatchObject({ state: 'approved', grossKobo: 100_000 });
  expect(await prize(first)).toMatchObject({ state: 'approved', place: 1 });
  expect(await winnings(fourth)).toEqual([]);
  expect(await payoutsOn(server(), 'weekly', week)).toHaveLength(3);
  // A lapsed prize is owed no more; the one that moved up is.
  expect(await prizeBooks(server())).toEqual(owed);
});

test('a held place keeps its prize, and its clock stops while a person must act', async () => {
  server().toNextWeek();
  const day = thisDay(server());
  const rush = { played: 'rush' as const };
  const first = await server().signUp();
  await bornOn(first, '1990-05-17');
  await score(first, 100, rush);
  const second = await ready(server(), 50, rush);
  close(server(), day);
  await payDue(server());
  const checked = server().clock.at;
  await payLater(server(), 10 * DAY_MS);
  await goOn(first, { event: 'held', by: 'operator', reasons: ['under-review'] });
  await payLater(server(), 100 * DAY_MS);
  expect(await prize(first)).toMatchObject({ reason: 'no-bank-account', mendBy: null });
  expect(await winnings(second)).toEqual([]);
  await goOn(first, { event: 'released', by: 'operator' });
  await payDue(server());
  const released = server().clock.at;
  expect(released - checked).toBe(110 * DAY_MS);
  expect(await prize(first)).toMatchObject({
    mendBy: new Date(released + 30 * DAY_MS).toISOString(),
  });
  await goOn(first, { event: 'refused', by: 'operator' });
  expect(await prize(first)).toMatchObject({ state: 'refused', reason: 'no-bank-account' });
  expect(await prize(second)).toMatchObject({ state: 'checking', place: 2, tier: 1 });
});

test('a prize that is paid is in the books as paid, and nothing moves it any more', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await ready(server(), 100);
  const before = await prizeBooks(server());
  close(server(), week);
  await payDue(server());
  await goOn(player, leaving());
  await goOn(player, { event: 'paid', by: 'sender' });
  const after = await prizeBooks(server());
  const moved = (account: string) => (after[account] ?? 0) - (before[account] ?? 0);
  expect(moved('prizes')).toBe(0);
  expect(moved('house:prizes')).toBe(100_000);
  expect(moved('house:clearing:cash')).toBe(-100_000);
  await expect(goOn(player, { event: 'paid', by: 'sender' })).rejects.toThrow(/can't be paid/);
  await expect(goOn(player, { event: 'refused', by: 'operator' })).rejects.toThrow();
  expect(await prizeBooks(server())).toEqual(after);
});
