import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { readConfig } from '../../../server/config/config.ts';
import type { Trx } from '../../../server/database/tables.ts';
import { earnTickets } from '../../../server/raffle/raffle.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { readTicketCode } from '../../../src/rules/ticket-code.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET } from '../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { drawOf, raffleOf, seal } from './raffle-calls.ts';

describe('tickets', { tags: ['once'] }, () => {
  const server = testServer();

  /** A player's tickets by reason. */
  async function reasonsOf(player: TestPlayer, query = ''): Promise<Record<string, number>> {
    const reasons: Record<string, number> = {};
    for (const { reason } of (await raffleOf(player, query)).tickets)
      reasons[String(reason)] = (reasons[String(reason)] ?? 0) + 1;
    return reasons;
  }

  test('each hundred points bring a ticket with a code of its own, the newest first', async () => {
    const player = await server().veteran();
    await player.play(6, 'hard');
    expect(await raffleOf(player)).toMatchObject({
      tickets: [],
      raffle: { month: '2026-11', points: 90, closesAt: '2026-11-29T12:00:00.000Z' },
    });
    await player.play(1, 'hard');
    const first = new Date(server().clock.at).toISOString();
    await player.play(10, 'hard');
    const { tickets, raffle } = await raffleOf(player);
    expect(raffle?.points).toBe(255);
    expect(tickets).toEqual([
      { code: expect.any(String), reason: 'points', earnedAt: expect.any(String) },
      { code: expect.any(String), reason: 'points', earnedAt: first },
    ]);
    const codes = tickets.map(({ code }) => code);
    expect(codes.map(readTicketCode)).toEqual(codes);
    expect(new Set(codes).size).toBe(2);
    const { raffleTickets } = (await player.get('/user/data')).body.data as Record<
      string,
      object[]
    >;
    expect(raffleTickets).toMatchObject([
      { code: codes[1], month: '2026-11', reason: 'points', earnedFor: '2026-11:1' },
      { code: codes[0], month: '2026-11', reason: 'points', earnedFor: '2026-11:2' },
    ]);
  });

  test('the fifth counted round of a day brings one, the sixth none', async () => {
    const player = await server().subscriber();
    for (let round = 1; round <= 4; round += 1) await player.play(0);
    expect(await reasonsOf(player)).toEqual({});
    await player.play(0);
    await player.play(0);
    expect(await reasonsOf(player)).toEqual({ 'fifth-play': 1 });
  });

  test('a result that comes again, or on two ways at once, brings its tickets once', async () => {
    const player = await server().veteran();
    const round = await player.openRound('hard');
    server().clock.at += 60_000;
    const key = newKey();
    const deliver = (as = key) => player.deliver(round, answersTo(round), { key: as });
    await Promise.all([deliver(), deliver(newKey()), deliver(newKey())]);
    await deliver();
    await expectRefused(server(), () => deliver(newKey()), 409, 'round/already-counted');
    expect(await reasonsOf(player)).toEqual({ points: 1 });
    expect((await raffleOf(player)).raffle?.points).toBe(150);
  });

  test('a network without the raffle earns none, and sees no draw', async () => {
    const player = await server().signUp({ phone: '08050000055' });
    await player.subscribe();
    for (let round = 1; round <= 5; round += 1) await player.play(10);
    expect(await raffleOf(player)).toEqual({ tickets: [], raffle: null });
    const { streak } = (await player.get('/user/dailyplays')).body.data as { streak: object };
    expect(streak).toEqual({ days: 1, lastDay: '2026-11-18', roundsToday: 5 });
  });

  test('tickets and points belong to the first close after they were credited', async () => {
    const { clock } = server();
    const close = Date.parse('2026-11-29T13:00:00+01:00');
    clock.at = close - 3_600_000;
    const player = await server().veteran();
    const rounds = [await player.openRound('hard'), await player.openRound('hard')] as const;
    clock.at = close - 1;
    await player.deliver(rounds[0], answersTo(rounds[0]));
    clock.at = close;
    await player.deliver(rounds[1], answersTo(rounds[1]));
    expect(await reasonsOf(player)).toEqual({ points: 1 });
    expect((await raffleOf(player)).raffle).toMatchObject({ month: '2026-12', points: 150 });
    expect(await reasonsOf(player, '?month=2026-11')).toEqual({ points: 1 });
  });

  test('a result counted after a close goes to the next draw, even with the clock set back', async () => {
    const { clock } = server();
    const player = await server().veteran();
    const round = await player.openRound('hard');
    clock.at = Date.parse('2026-11-29T13:02:00+01:00');
    await seal(server());
    clock.at = Date.parse('2026-11-29T12:58:00+01:00');
    await player.deliver(round, answersTo(round));
    expect(await reasonsOf(player, '?month=2026-11')).toEqual({});
    expect(await reasonsOf(player, '?month=2026-12')).toEqual({ points: 1 });
  });

  test('each ticket of results that arrive during the close is in the list or in the next one', async () => {
    const { clock, db } = server();
    clock.at = Date.parse('2027-01-29T12:30:00+01:00');
    const players = await Promise.all([1, 2, 3, 4, 5, 6].map(() => server().veteran()));
    const rounds = await Promise.all(players.map((player) => player.openRound('hard')));
    const deliver = (at: number) => {
      const [player, round] = [players[at], rounds[at]];
      return round && player?.deliver(round, answersTo(round));
    };
    await Promise.all([0, 1, 2].map(deliver));
    clock.at = Date.parse('2027-01-29T13:00:00+01:00');
    await Promise.all([deliver(3), seal(server()), deliver(4), seal(server()), deliver(5)]);
    const { tickets } = await db
      .selectFrom('raffle_draws')
      .select('tickets')
      .where('month', '=', '2027-01')
      .executeTakeFirstOrThrow();
    const months = await db
      .selectFrom('raffle_tickets')
      .select('month')
      .where('earned_at', '>', new Date('2027-01-01'))
      .execute();
    expect(months.filter(({ month }) => month === '2027-01')).toHaveLength(tickets ?? -1);
    expect(months).toHaveLength(6);
  });

  test('for real money nothing is earned while nobody is named who may', async () => {
    const { db, clock } = server();
    const player = await server().veteran();
    const counted = { playerId: player.id, pool: 'all', points: 500 } as const;
    const times = { issuedAt: clock.at, countedAt: clock.at };
    const earn = (env: Record<string, string>) =>
      db
        .transaction()
        .execute((trx) => earnTickets(trx, readConfig(env), { ...counted, ...times }));
    const keys = { CARD_SECRET_KEY: 'sk_live_1', CARD_PUBLIC_KEY: 'pk_live_1' };
    const proof = { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: OPERATOR_SECRET };
    await earn({ ...keys, ...proof });
    expect(await raffleOf(player)).toMatchObject({ tickets: [], raffle: { points: 0 } });
    await earn({});
    expect(await reasonsOf(player)).toEqual({ points: 5 });
  });

  test.skipIf(TEST_DATABASE_URL === '')(
    'a close waits for the results that are on their way into the list',
    async () => {
      const { clock, db } = server();
      clock.at = Date.parse('2027-03-29T12:59:59+01:00');
      const player = await server().veteran();
      const at = clock.at;
      const earn = (trx: Trx) =>
        earnTickets(trx, readConfig({}), {
          playerId: player.id,
          pool: 'all',
          points: 100,
          issuedAt: at,
          countedAt: at,
        });
      await db.transaction().execute(earn);
      const [isWritten, isReleased] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      const writing = db.transaction().execute(async (trx) => {
        await earn(trx);
        isWritten.resolve();
        await isReleased.promise;
      });
      await isWritten.promise;
      clock.at += 1000;
      const sealing = seal(server());
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_locks where not granted
          and relation = 'raffle_tickets'::regclass`.execute(db);
          return rows.length;
        })
        .toBe(1);
      isReleased.resolve();
      await Promise.all([writing, sealing]);
      expect(await drawOf(server(), '2027-03')).toMatchObject({ state: 'sealed', tickets: 2 });
    },
  );

  test('a month is written like 2026-11', async () => {
    const player = await server().signUp();
    const ask = () => player.get('/user/tournament-tickets?month=november');
    await expectRefused(server(), ask, 422, 'request/invalid');
  });
});

describe('a streak', () => {
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
});
