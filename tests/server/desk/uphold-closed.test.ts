import { beforeAll, beforeEach, expect, test } from 'vitest';
import { answersTo, type OpenRound } from '../../../scripts/lib/player/player.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  close,
  goOn,
  leaving,
  payDue,
  payoutsOn,
  prizeBooks,
  ready,
  thisWeek,
  winnings,
} from '../prizes/prize-calls.ts';

const server = testServer();
let key: string;
let musa: string;

beforeAll(async () => {
  key = await addOperator(server(), 'ngozi');
  musa = await addOperator(server(), 'musa', key);
  await payDue(server());
});

// A question withdrawn by an earlier test may be dealt again, and its earlier players are not
// compensated twice.
beforeEach(async () => {
  await server().db.deleteFrom('dealt_questions').execute();
  await server().db.deleteFrom('question_repairs').execute();
  await server().db.deleteFrom('withdrawn_questions').execute();
  server().toNextWeek();
});

const uphold = (id: string, by = key, env: Record<string, string> = {}) =>
  operate(server(), ['questions', 'uphold', id, '--why', 'it is wrong'], by, { env });

/** Plays this many rounds with all answers right, and the given one with its last question wrong. */
async function hurt(player: TestPlayer, rounds: number): Promise<OpenRound> {
  await player.subscribe();
  for (let done = 0; done < rounds; done += 1) await player.play(10);
  const round = await player.openRound();
  server().clock.at += 60_000;
  await player.deliver(round, answersTo(round, 9));
  return round;
}

const lastOf = ({ questions }: OpenRound) => questions[9]?.id ?? '';

test('while a week that has ended is not final its places move', async () => {
  const player = await ready(server(), 0);
  const round = await hurt(player, 1);
  const rival = await ready(server(), 97);
  const week = thisWeek(server());
  server().clock.at = week.endsAt + DAY_MS / 2;
  await uphold(lastOf(round));
  close(server(), week);
  await payDue(server());
  const paid = (await payoutsOn(server(), 'weekly', week)).map(
    ({ player_id, place, gross_kobo }) => [player_id, place, gross_kobo],
  );
  expect(paid).toEqual([
    [player.id, 1, 20_000],
    [rival.id, 2, 19_400],
  ]);
});

test('once the places are paid they stay, and who was hurt is paid besides', async () => {
  const rivals = [];
  for (let place = 1; place <= 10; place += 1) rivals.push(await ready(server(), 97));
  const player = await ready(server(), 0);
  const round = await hurt(player, 1);
  const week = thisWeek(server());
  close(server(), week);
  await payDue(server());
  const before = await payoutsOn(server(), 'weekly', week);
  expect(before).toHaveLength(10);
  const [first] = rivals;
  if (!first) throw new Error('there are ten');
  await goOn(first, leaving());
  await goOn(first, { event: 'paid', by: 'sender' });
  const settled = await payoutsOn(server(), 'weekly', week);
  const board = () =>
    server()
      .db.selectFrom('board_scores')
      .select(['player_id', 'points'])
      .where('board', '=', 'weekly')
      .where('period_start', '=', new Date(week.startsAt))
      .orderBy('player_id')
      .execute();
  const places = await board();

  const { lines } = await uphold(lastOf(round));
  expect(lines[1]).toBe(
    'Made good: 1 rounds, 5 points, 10 coins, 0 tickets, ₦200 beside paid places',
  );
  expect(await board()).toEqual(places);
  const after = await payoutsOn(server(), 'weekly', week);
  expect(after.filter(({ player_id }) => player_id !== player.id)).toEqual(settled);
  expect(await winnings(player)).toMatchObject([
    { board: 'weekly', place: 1, grossKobo: 20_000, state: 'checking' },
  ]);
  const books = await prizeBooks(server());
  expect(Object.values(books).reduce((sum, kobo) => sum + kobo, 0)).toBe(0);
  expect(await rebuildBoards(server().db, false)).toMatchObject({ miscounted: 0 });
  const { differences } = await rebuildBoards(server().db, false);
  expect(differences.filter(({ playerId }) => playerId === player.id)).toEqual([]);

  expect((await uphold(lastOf(round))).lines[1]).toBe('Nothing was left to make good');
  expect(await winnings(player)).toHaveLength(1);
});

test('a winner gets the difference to the prize of the right place', async () => {
  const player = await ready(server(), 0);
  const round = await hurt(player, 1);
  const week = thisWeek(server());
  close(server(), week);
  await payDue(server());
  expect(await winnings(player)).toMatchObject([{ grossKobo: 19_000 }]);
  await uphold(lastOf(round));
  expect((await winnings(player)).map(({ grossKobo }) => grossKobo).toSorted()).toEqual([
    1_000, 19_000,
  ]);
});

test('compensation outside the places takes two operators if one gives much in a day', async () => {
  const player = await ready(server(), 0);
  const round = await hurt(player, 1);
  const week = thisWeek(server());
  close(server(), week);
  await payDue(server());
  const env = { TWO_PEOPLE_ABOVE_NAIRA: '9' };
  const { lines, isDone } = await uphold(lastOf(round), key, env);
  expect(isDone).toBe(false);
  expect(lines[2]).toMatch(/^ngozi says yes\. Another operator/);
  expect(await winnings(player)).toHaveLength(1);
  expect((await uphold(lastOf(round), musa, env)).isDone).toBe(true);
  const given = await winnings(player);
  expect(given.map(({ grossKobo }) => grossKobo).toSorted()).toEqual([1_000, 19_000]);
});

test('a refused prize outside the places moves nobody up', async () => {
  for (let place = 1; place <= 9; place += 1) await ready(server(), 97);
  const player = await ready(server(), 0);
  const round = await hurt(player, 1);
  const next = await ready(server(), 90);
  const week = thisWeek(server());
  close(server(), week);
  await payDue(server());
  await uphold(lastOf(round));
  const all = await payoutsOn(server(), 'weekly', week);
  expect(all).toHaveLength(11);
  const beside = all.find(({ withdrawn_question }) => withdrawn_question !== null);
  expect(beside).toMatchObject({ player_id: player.id, place: 1, gross_kobo: 1_000 });
  const refuse = ['payouts', 'refuse', beside?.reference ?? '', '--why', 'a machine'];
  expect((await operate(server(), refuse, key)).isDone).toBe(true);
  expect(await payoutsOn(server(), 'weekly', week)).toHaveLength(11);
  expect(await winnings(next)).toEqual([]);
});

test('a period that is becoming final is waited for', async () => {
  const week = thisWeek(server());
  server().clock.at = week.endsAt + DAY_MS + 1000;
  const id = server().bank.questions[0]?.id ?? '';
  expect(await uphold(id)).toMatchObject({
    isDone: false,
    lines: ['A period has just become final: try again in a minute'],
  });
});
