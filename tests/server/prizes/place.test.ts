import { describe, expect, test, vi } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { creditBoards } from '../../../server/boards/boards.ts';
import { readConfig } from '../../../server/config/config.ts';
import { notePrizeTable } from '../../../server/prizes/places.ts';
import { weekOf } from '../../../src/rules/calendar.ts';
import type { Pool } from '../../../src/rules/networks.ts';
import { RANKINGS } from '../../support/rankings.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, expected, success, webhook } from '../payments/card-calls.ts';

/** A table with this row for the week, and nothing else. */
const weekly = (row: object | null) => ({
  PRIZES: JSON.stringify(row ? [{ pool: 'all', board: 'weekly', ...row }] : []),
});

describe.each(RANKINGS)('a place of the week, ranked by $ranking', ({ env }) => {
  const server = testServer({ env });

  /** New players with these points of this week, the first before the second. */
  async function rivals(points: number[], pool: Pool = 'all'): Promise<void> {
    const { db, clock, ranking } = server();
    for (const figure of points) {
      const { id } = await server().signUp();
      clock.at += 1000;
      const times = { issuedAt: clock.at, arrivedAt: clock.at };
      const earned = { playerId: id, pool, played: 'round', points: figure, ...times } as const;
      await db.transaction().execute((trx) => creditBoards(trx, ranking, earned));
    }
  }

  /** The server starts with another table, in force from the next week on. */
  async function nextWeekPays(row: object | null): Promise<void> {
    await notePrizeTable(server().db, readConfig(weekly(row)), server().clock.at);
    server().toNextWeek();
  }

  const placeOf = async (player: TestPlayer, right: number) => {
    const { data } = (await player.play(right)).body as { data: { place?: unknown } };
    return data.place;
  };
  const weekOfPlayer = async (player: TestPlayer) => {
    const { data } = (await player.get('/points/user-points')).body as { data: { week: unknown } };
    return data.week;
  };

  test('the first result ever has no place before it, and all of the board above it', async () => {
    server().toNextWeek();
    await rivals([200, 100, 40]);
    const player = await server().subscriber();
    expect(await weekOfPlayer(player)).toEqual({ place: null, toNext: null, cashNaira: 0 });
    expect(await placeOf(player, 6)).toEqual({
      before: null,
      after: 4,
      toNext: 11,
      cashNaira: 0,
      toMoney: 20,
    });
    expect(await weekOfPlayer(player)).toEqual({ place: 4, toNext: 11, cashNaira: 0 });
  });

  test('a result of no points leaves a player without a place, and says how far the money is', async () => {
    server().toNextWeek();
    const player = await server().subscriber();
    expect(await placeOf(player, 0)).toEqual({
      before: null,
      after: null,
      toNext: null,
      cashNaira: 0,
      toMoney: 50,
    });
  });

  test('a result moves its player past others, those level with them that came later included', async () => {
    server().toNextWeek();
    const player = await server().subscriber();
    await player.play(4);
    await rivals([120, 70, 45, 20]);
    expect(await placeOf(player, 5)).toMatchObject({ before: 4, after: 4, toNext: 1 });
    expect(await placeOf(player, 1)).toEqual({
      before: 4,
      after: 3,
      toNext: 21,
      cashNaira: 100,
      toMoney: null,
    });
  });

  test('at the top nobody is next, and the bands give the prize', async () => {
    server().toNextWeek();
    await rivals([30]);
    const player = await server().subscriber();
    expect(await placeOf(player, 10)).toEqual({
      before: null,
      after: 1,
      toNext: null,
      cashNaira: 100,
      toMoney: null,
    });
    expect(await weekOfPlayer(player)).toEqual({ place: 1, toNext: null, cashNaira: 100 });
  });

  test('behind the paid places it gives the points to the last of them', async () => {
    server().toNextWeek();
    await rivals([500, 450, 400, 350, 300, 250, 200, 190, 180, 170, 60]);
    const player = await server().subscriber();
    expect(await placeOf(player, 5)).toEqual({
      before: null,
      after: 12,
      toNext: 36,
      cashNaira: 0,
      toMoney: 146,
    });
  });

  test('a changed table counts from the next week on, and its least players too', async () => {
    server().toNextWeek();
    const player = await server().subscriber();
    await rivals([20]);
    await notePrizeTable(
      server().db,
      readConfig(weekly({ places: 1, naira: 700, minPlayers: 3 })),
      server().clock.at,
    );
    expect(await placeOf(player, 10)).toMatchObject({ after: 1, cashNaira: 100 });
    server().toNextWeek();
    await rivals([20]);
    const other = await server().subscriber();
    expect(await placeOf(other, 6)).toMatchObject({ after: 1, cashNaira: 0, toMoney: null });
    await rivals([5]);
    expect(await placeOf(other, 1)).toMatchObject({ after: 1, cashNaira: 700 });
  });

  test('a player without the coins that a prize requires is promised none', async () => {
    await nextWeekPays({ places: 5, naira: 700, minCoinsBought: 500 });
    const player = await server().subscriber();
    expect(await placeOf(player, 10)).toMatchObject({ after: 1, cashNaira: 0, toMoney: null });
    await webhook(server(), success(chargeOf(player, await expected(player))));
    expect(await placeOf(player, 1)).toMatchObject({ after: 1, cashNaira: 700 });
  });

  test('if the week pays nothing, or no cash, no money is shown', async () => {
    for (const row of [null, { places: 5, naira: 500, kind: 'airtime' }]) {
      await nextWeekPays(row);
      const player = await server().subscriber();
      expect(await placeOf(player, 10)).toMatchObject({ after: 1, cashNaira: 0, toMoney: null });
    }
  });

  test('players of glo have places of their own, and no cash of the week', async () => {
    await nextWeekPays({ places: 10, naira: 500 });
    await rivals([900, 800]);
    await rivals([30], 'glo');
    const glo = await (await server().signUp({ phone: '08050000255' })).subscribe();
    expect(await placeOf(glo, 4)).toEqual({
      before: null,
      after: 2,
      toNext: 11,
      cashNaira: 0,
      toMoney: null,
    });
  });

  test('a repeat gives the place before the result moved its player', async () => {
    server().toNextWeek();
    await rivals([20]);
    const player = await server().subscriber();
    await player.play(1);
    const round = await player.openRound();
    server().clock.at += 60_000;
    const [key, answers] = [newKey(), answersTo(round, 6)];
    const first = await player.deliver(round, answers, { key });
    expect(first.body.data).toMatchObject({ place: { before: 2, after: 1 } });
    const second = await player.deliver(round, answers, { key });
    expect(second.body.data).toEqual(first.body.data);
  });

  test('a repeat after the week is over gives no place', async () => {
    server().toNextWeek();
    const player = await server().subscriber();
    const round = await player.openRound();
    server().clock.at += 60_000;
    const [key, answers] = [newKey(), answersTo(round, 6)];
    const first = await player.deliver(round, answers, { key });
    expect(first.body.data).toMatchObject({ place: { before: null, after: 1 } });
    server().toNextWeek();
    const second = await player.deliver(round, answers, { key });
    expect(second.body.data).toMatchObject({ awarded: { points: 30 }, place: null });
  });

  test('a result of last week, of another pool or by its secret gives no place', async () => {
    const player = await server().subscriber();
    server().clock.at = weekOf(server().clock.at).endsAt - 60_000;
    const late = await player.openRound();
    server().clock.at += 3_600_000;
    const reply = await player.deliver(late, answersTo(late, 3));
    expect(reply.body.data).toMatchObject({ awarded: { points: 15 }, place: null });

    const moved = await player.openRound();
    const { db } = server();
    await db.updateTable('players').set({ network: 'glo' }).where('id', '=', player.id).execute();
    server().clock.at += 60_000;
    const other = await player.deliver(moved, answersTo(moved, 3));
    expect(other.body.data).toMatchObject({ awarded: { points: 15 }, place: null });

    const round = await player.openRound();
    server().clock.at += 60_000;
    const headers = { authorization: `Round ${round.round.secret}` };
    const bySecret = await player.deliver(round, answersTo(round, 3), { headers });
    expect(bySecret.body.data).toEqual({ awarded: { points: 15, coins: 100 } });
  });

  test('a board that does not answer keeps no result from counting', async () => {
    server().toNextWeek();
    const player = await server().subscriber();
    const read = vi.spyOn(server().ranking, 'read').mockRejectedValue(new Error('no ranking'));
    const reply = await player.play(4);
    const points = await player.get('/points/user-points');
    read.mockRestore();
    expect(reply.body.data).toMatchObject({ awarded: { points: 20 }, place: null });
    expect(points.body.data).toMatchObject({ user: { highScore: 20 }, week: null });
    expect(await weekOfPlayer(player)).toMatchObject({ place: 1 });
  });

  test('a week that ends while a result is counted gives its old place', async () => {
    const { ranking, clock } = server();
    const { endsAt } = weekOf(clock.at);
    clock.at = endsAt - 3_600_000;
    const player = await server().subscriber();
    await player.play(1);
    await rivals([8]);
    const round = await player.openRound();
    clock.at = endsAt - 1;
    const { read } = ranking;
    const ending = vi.spyOn(ranking, 'read').mockImplementation(async (ask) => {
      const places = await read(ask);
      clock.at = endsAt;
      return places;
    });
    const { body } = await player.deliver(round, answersTo(round, 6));
    ending.mockRestore();
    const { before, after } = (body.data as { place: { before: number; after: number } }).place;
    expect(after).toBeLessThan(before);
  });
});
