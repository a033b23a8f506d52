import { sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { creditBoards } from '../../../server/boards/boards.ts';
import { readConfig } from '../../../server/config/config.ts';
import { settlePeriods } from '../../../server/prizes/payouts.ts';
import { notePrizeTable } from '../../../server/prizes/places.ts';
import { drawnWinners } from '../../../server/raffle/draws.ts';
import { configReplySchema } from '../../../src/contract/misc.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import type { Pool } from '../../../src/rules/networks.ts';
import { DEFAULT_PRIZES, prizeRows } from '../../../src/rules/prizes.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { RANKINGS } from '../../support/rankings.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, expected, success, webhook } from '../payments/card-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { giveTickets, seal } from '../raffle/raffle-calls.ts';
import {
  close,
  countOf,
  goOn,
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

describe('a period settled', () => {
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
});

describe('the prize table', () => {
  const server = testServer();

  const PAYING = (naira: number) =>
    JSON.stringify([
      { pool: 'all', board: 'weekly', places: 1, naira },
      { pool: 'all', board: 'rush', tier: 1, places: 1, naira },
    ]);

  /** A server starts with another configuration. */
  const start = (env: Record<string, string>) =>
    notePrizeTable(server().db, readConfig(env), server().clock.at);

  async function offered() {
    const { body } = await server().call('GET', '/misc/config');
    const reply = v.parse(configReplySchema, body);
    return reply.status ? reply.data : null;
  }

  test('the default prizes are offered until the operator sets others', async () => {
    const prizes = (await offered())?.prizes ?? [];
    expect(new Set(prizes)).toEqual(new Set(DEFAULT_PRIZES));
  });

  test('a changed table counts from the next period of each board', async () => {
    server().toNextWeek();
    const [day, week] = [thisDay(server()), thisWeek(server())];
    const player = await ready(server(), 100);
    const other = await ready(server(), 100, { played: 'rush' });
    await start({ PRIZES: PAYING(700), WITHHOLDING_PERCENT: '10' });
    const naira = async () =>
      ((await offered())?.prizes ?? [])
        .filter((row) => row.tier === 1 || row.board === 'weekly')
        .map((row) => `${row.pool} ${row.board} ${row.naira}`)
        .toSorted();
    const builtIn = ['all rush 2000', 'all weekly bands', 'glo rush 2000'];
    expect(await naira()).toEqual(builtIn);
    server().clock.at = day.endsAt;
    expect(await naira()).toEqual(['all rush 700', 'all weekly bands']);
    const late = await ready(server(), 90, { played: 'rush' });
    close(server(), thisDay(server()));
    await payDue(server());
    // Too few have played on the first day, by the table of that day.
    expect(await winnings(other)).toEqual([]);
    expect(await prize(late)).toMatchObject({ grossKobo: 70_000, taxKobo: 7000, netKobo: 63_000 });
    server().clock.at = week.endsAt;
    expect(await naira()).toEqual(['all rush 700', 'all weekly 700']);
    close(server(), week);
    await payDue(server());
    expect(await prize(player)).toMatchObject({ grossKobo: 20_000, taxKobo: 0, netKobo: 20_000 });
  });

  test('servers that start with the same table, at the same time or later, note it once', async () => {
    const before = await countOf(server(), 'prize_tables');
    await Promise.all([1, 2, 3].map(() => start({ PRIZES: PAYING(800) })));
    server().clock.at += DAY_MS;
    await start({ PRIZES: PAYING(800) });
    expect(await countOf(server(), 'prize_tables')).toBe(before + 1);
  });

  test('for real money nothing is won or paid until a permit is named', async () => {
    const REAL = {
      SIGN_IN_POLICY: 'otp',
      SMS_URL: 'https://sms.example',
      SMS_TOKEN: 'a-token',
      CARD_SECRET_KEY: 'sk_1',
      CARD_PUBLIC_KEY: 'pk_1',
    };
    server().toNextWeek();
    await start(REAL);
    server().toNextWeek();
    const week = thisWeek(server());
    const player = await ready(server(), 100);
    expect(prizeRows((await offered())?.prizes ?? [], 'all', 'weekly')).toEqual([]);
    close(server(), week);
    await payDue(server(), { env: REAL });
    expect(await payoutsOn(server(), 'weekly', week)).toEqual([]);
    await payDue(server());
    expect(await winnings(player)).toEqual([]);
  });
});

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

describe('a prize that cannot be checked', () => {
  const MINUTE_MS = 60_000;

  const PRIZES = JSON.stringify([{ pool: 'all', board: 'rush', tier: 1, places: 5, naira: 2000 }]);

  const server = testServer({ env: { PRIZES } });

  const oldest = async () => {
    const { body } = await server().app.inject('/metrics');
    return Number(/^fom_oldest_unchecked_prize_seconds (.*)$/m.exec(body)?.[1]);
  };

  test('a prize that cannot be checked is reported to the operator with its age, until it is checked', async () => {
    server().toNextWeek();
    const day = thisDay(server());
    const player = await ready(server(), 100, { played: 'rush' });
    const playedAs = (run: object) =>
      server()
        .db.updateTable('rush_runs')
        .set({ run: JSON.stringify(run) })
        .where('player_id', '=', player.id)
        .execute();
    // The earnings behind it cannot be read.
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

  test('prizes that can not be checked keep no other one waiting, however many they are', async () => {
    server().toNextWeek();
    const day = thisDay(server());
    const [faulty, other] = [
      await ready(server(), 100, { played: 'rush' }),
      await ready(server(), 90, { played: 'rush' }),
    ];
    const { db } = server();
    await db
      .updateTable('rush_runs')
      .set({ run: '{}' })
      .where('player_id', '=', faulty.id)
      .execute();
    close(server(), day);
    await settlePeriods(db, server().clock.at);
    await sql`
    insert into payouts (reference, player_id, board, pool, tier, period_start, period_end, place, kind,
      gross_kobo, tax_kobo, net_kobo, state, state_at, made_at)
    select reference || at, player_id, board, pool, tier, period_start - at * interval '1 second',
      period_end - at * interval '1 second', place, kind, gross_kobo, tax_kobo, net_kobo, state, state_at, made_at
    from payouts, generate_series(1, 200) as at where player_id = ${faulty.id}
  `.execute(db);
    await sql`update payouts set looked_at = now() where player_id = ${other.id}`.execute(db);
    await payDue(server());
    expect((await prize(other)).state).toBe('approved');
  });
});

describe('the raffle', () => {
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
});
