import { expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { raffleOf } from './raffle-calls.ts';

const server = testServer();

const streakOf = async (player: TestPlayer) =>
  ((await player.get('/user/dailyplays')).body.data as { streak: object }).streak;

const bonusesOf = async (player: TestPlayer) =>
  (await raffleOf(player)).tickets.filter(({ reason }) => reason === 'streak').length;

test('before the first round there is no streak', async () => {
  const player = await server().subscriber();
  expect(await streakOf(player)).toEqual({ days: 0, lastDay: null, roundsToday: 0 });
});

test('seven days in a row with a counted round bring one ticket', async () => {
  const player = await server().subscriber();
  for (let day = 1; day <= 6; day += 1) {
    await player.play(0);
    expect(await streakOf(player)).toMatchObject({ days: day, roundsToday: 1 });
    server().clock.at += DAY_MS - 120_000;
  }
  expect(await bonusesOf(player)).toBe(0);
  await player.play(0);
  await player.play(0);
  expect(await streakOf(player)).toMatchObject({ days: 7, roundsToday: 2 });
  expect(await bonusesOf(player)).toBe(1);
});

test('a day of Lagos begins at 00:00, an hour before that of UTC', async () => {
  const { clock } = server();
  clock.at = Date.parse('2026-12-01T23:58:00+01:00');
  const player = await server().subscriber();
  const before = await player.openRound();
  clock.at = Date.parse('2026-12-02T00:01:00+01:00');
  await player.deliver(before, answersTo(before, 0));
  expect(await streakOf(player)).toEqual({ days: 1, lastDay: '2026-12-01', roundsToday: 0 });
  await player.play(0);
  expect(await streakOf(player)).toEqual({ days: 2, lastDay: '2026-12-02', roundsToday: 1 });
});

test('a day without a line keeps the streak once its round arrives, and brings the ticket then', async () => {
  const { clock } = server();
  clock.at = Date.parse('2026-12-07T11:00:00Z');
  const player = await server().subscriber();
  let kept = await player.openRound();
  for (let day = 0; day < 7; day += 1) {
    if (day === 3) kept = await player.openRound();
    else await player.play(0);
    clock.at += DAY_MS - 60_000;
    if (day === 0) await player.deliver(kept, answersTo(kept, 0));
  }
  clock.at -= DAY_MS;
  expect(await streakOf(player)).toEqual({ days: 3, lastDay: '2026-12-13', roundsToday: 1 });
  expect(await bonusesOf(player)).toBe(0);
  await player.deliver(kept, answersTo(kept, 0));
  expect(await streakOf(player)).toMatchObject({ days: 7, lastDay: '2026-12-13' });
  expect(await bonusesOf(player)).toBe(1);
});

test('a whole day without a round begins anew', async () => {
  const player = await server().subscriber();
  await player.play(0);
  server().clock.at += 2 * DAY_MS;
  await player.play(0);
  expect(await streakOf(player)).toMatchObject({ days: 1 });
});
