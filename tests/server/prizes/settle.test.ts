import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, expected, success, webhook } from '../payments/card-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import {
  close,
  payDue,
  payoutsOn,
  prize,
  prizeBooks,
  ready,
  score,
  thisDay,
  thisMonth,
  thisWeek,
  winnings,
} from './prize-calls.ts';

const server = testServer();

const kobo = (naira: number) => naira * 100;

test('24 hours after a week closes its first ten are paid by the bands, each once', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const points = [5001, 7000, 400, 300, 200, 150, 140, 130, 120, 110, 100, 49];
  const players: TestPlayer[] = [];
  for (const one of points) players.push(await ready(server(), one));
  close(server(), week);
  server().clock.at -= 1;
  await payDue(server());
  expect(await payoutsOn(server(), 'weekly', week)).toEqual([]);
  server().clock.at += 1;
  await payDue(server());
  await payDue(server());
  const made = await payoutsOn(server(), 'weekly', week);
  expect(made.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // Rounded down once, on the sum: 5,001 points are ₦10,001.5.
  expect(made.map((one) => one.gross_kobo).slice(0, 3)).toEqual([13_000, 10_001, 800].map(kobo));
  expect(made.map((one) => one.player_id)).toEqual(
    [1, 0, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => players[at]?.id),
  );
  expect(await prize(players[1] as TestPlayer)).toMatchObject({
    reference: expect.stringMatching(/^PO-[2-9A-HJ-NP-Z]{4}-\d\d$/),
    board: 'weekly',
    tier: null,
    place: 1,
    kind: 'cash',
    netKobo: kobo(13_000),
    taxKobo: 0,
    state: 'approved',
    reason: null,
    wonAt: new Date(week.endsAt).toISOString(),
    approvedAt: new Date(server().clock.at).toISOString(),
    sentAt: null,
    bank: null,
    isSeen: false,
  });
  expect(await winnings(players[10] as TestPlayer)).toEqual([]);
});

test('players with too few points or a deleted account are not paid: the next is', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const [gone, next, few] = [
    await ready(server(), 500),
    await ready(server(), 50),
    await ready(server(), 49),
  ];
  await gone.delete('/user', { word: 'DELETE' }, { key: newKey() });
  close(server(), week);
  await payDue(server());
  const made = await payoutsOn(server(), 'weekly', week);
  expect(made.map(({ player_id, place }) => [player_id, place])).toEqual([[next.id, 2]]);
  expect(await winnings(few)).toEqual([]);
});

test('a tier pays its first five where ten have played, in each pool on its own', async () => {
  server().toNextWeek();
  const day = thisDay(server());
  const played = { played: 'rush' as const };
  const low: TestPlayer[] = [];
  for (let at = 0; at < 10; at += 1) low.push(await ready(server(), 75 + at, played));
  for (let at = 0; at < 9; at += 1) await ready(server(), 600 + at, played);
  for (let at = 0; at < 10; at += 1) await ready(server(), 75, { ...played, pool: 'glo' });
  close(server(), day);
  await payDue(server());
  const made = await payoutsOn(server(), 'rush', day);
  const lists = made.map(({ pool, tier, place }) => `${pool} ${tier} ${place}`);
  const places = [1, 2, 3, 4, 5];
  expect(lists).toEqual([
    ...places.map((place) => `all 1 ${place}`),
    ...places.map((place) => `glo 1 ${place}`),
  ]);
  expect(new Set(made.map(({ gross_kobo }) => gross_kobo))).toEqual(new Set([kobo(2000)]));
  expect(await prize(low[9] as TestPlayer)).toMatchObject({ tier: 1, place: 1 });
});

test('the month goes to the first who has bought enough coins, none of them taken back', async () => {
  const month = thisMonth(server());
  server().clock.at = month.endsAt + DAY_MS;
  const next = thisMonth(server());
  const [none, few, undone, enough, later] = [
    await ready(server(), 90),
    await ready(server(), 80),
    await ready(server(), 70),
    await ready(server(), 60),
    await ready(server(), 55),
  ];
  for (const [player, packs] of [
    [few, 3],
    [undone, 4],
    [enough, 4],
    [later, 4],
  ] as const) {
    for (let bought = 0; bought < packs; bought += 1) {
      const reference = await expected(player);
      await webhook(server(), success(chargeOf(player, reference)));
    }
  }
  await server()
    .db.updateTable('payments')
    .set({ state: 'reversed' })
    .where('reference', '=', ({ selectFrom }) =>
      selectFrom('payments')
        .select(({ fn }) => fn.max('reference').as('reference'))
        .where('player_id', '=', undone.id),
    )
    .execute();
  // Bought a month too late.
  close(server(), next);
  await webhook(server(), success(chargeOf(few, await expected(few))));
  await payDue(server());
  const made = await payoutsOn(server(), 'monthly', next);
  expect(made).toMatchObject([{ player_id: enough.id, place: 4, gross_kobo: kobo(50_000) }]);
  expect((await winnings(none)).map(({ board }) => board)).not.toContain('monthly');
});

test('a round that a player plays leads to money that the books owe', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const before = await prizeBooks(server());
  const player = await server().subscriber();
  await bornOn(player, '1990-05-17');
  await player.play(10);
  close(server(), week);
  await payDue(server());
  expect(await prize(player)).toMatchObject({ grossKobo: kobo(100), state: 'held' });
  const after = await prizeBooks(server());
  const moved = (account: string) => (after[account] ?? 0) - (before[account] ?? 0);
  expect([moved('house:prizes'), moved('prizes')]).toEqual([kobo(100), -kobo(100)]);
});

test('a player whose network has a pool of its own wins no weekly cash', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await ready(server(), 500, { pool: 'glo' });
  await score(player, 49);
  close(server(), week);
  await payDue(server());
  expect(await winnings(player)).toEqual([]);
});
