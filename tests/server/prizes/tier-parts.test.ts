import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { openSignatures } from '../../../server/crypto/signatures.ts';
import { deleteAccount } from '../../../server/my-data/delete-account.ts';
import { notePrizeTable } from '../../../server/prizes/places.ts';
import { groupRelated, type SharedMark } from '../../../server/prizes/rings.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { runner } from '../../support/rush.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  close,
  goOn,
  leaving,
  payDue,
  payoutsOn,
  prize,
  ready,
  score,
  type Ticket,
  thisDay,
  winnings,
} from './prize-calls.ts';

const server = testServer();

/** Ten players of tier 1, the first the best, on tickets of their own. */
async function ten(ticketOf: (at: number) => Ticket, points = 100): Promise<TestPlayer[]> {
  const players: TestPlayer[] = [];
  for (let at = 0; at < 10; at += 1) {
    const ticket = ticketOf(at);
    players.push(await ready(server(), points - at, { played: 'rush', ticket }));
  }
  return players;
}

/** The prizes of the day's tier places, in naira. */
async function paid() {
  const day = thisDay(server());
  close(server(), day);
  await payDue(server());
  const made = await payoutsOn(server(), 'rush', day);
  return made.map(({ gross_kobo }) => gross_kobo / 100);
}

const five = (naira: number) => Array(5).fill(naira);

describe('a tier of the day pays', () => {
  test('a ring of ten no more than 60 % of one of its tickets: accounts of one house count once', async () => {
    server().toNextWeek();
    await ten(() => ({ naira: 1000, address: 'one house', payer: '2348030000001' }), 1100);
    expect(await paid()).toEqual(five(120));
  });

  test('its part of the tickets, in whole naira, while they do not pay the prize', async () => {
    server().toNextWeek();
    await ten((at) => ({ naira: at === 9 ? 209 : 200 }));
    // 60 % of ₦2,009 in five parts is ₦241.08.
    expect(await paid()).toEqual(five(241));
  });

  test('the prize and no more once the tickets of strangers pay it', async () => {
    server().toNextWeek();
    await ten(() => ({ naira: 1666 }));
    expect(await paid()).toEqual(five(1999));
    server().toNextWeek();
    await ten(() => ({ naira: 1667 }));
    expect(await paid()).toEqual(five(2000));
  });

  test('nothing where its tickets brought nothing', async () => {
    server().toNextWeek();
    await ten(() => ({ naira: 0 }));
    expect(await paid()).toEqual([]);
  });

  test('the share of the operator, and of a day of before by its own table', async () => {
    server().toNextWeek();
    const row = { pool: 'all', board: 'rush', tier: 1, places: 5, naira: 2000, minPlayers: 10 };
    const PRIZES = JSON.stringify([{ ...row, ticketPercent: 25 }]);
    await ten(() => ({ naira: 1000 }));
    await notePrizeTable(server().db, readConfig({ PRIZES }), server().clock.at);
    expect(await paid()).toEqual(five(1200));
    await ten(() => ({ naira: 1000 }));
    expect(await paid()).toEqual(five(500));
    await notePrizeTable(server().db, readConfig({}), server().clock.at);
  });

  test.each([
    ['phone', { device: 'd' }],
    ['small address', { address: 'a' }],
    ['wallet that paid', { payer: '2348030000002' }],
    ['card that paid', { card: 'SIG_1' }],
  ])('for players of one %s as for one', async (_what, shared) => {
    server().toNextWeek();
    await ten((at) => ({ naira: 500, ...(at < 4 && shared) }));
    // Seven unrelated accounts.
    expect(await paid()).toEqual(five(420));
  });

  test("for an account that another one's number paid for as for one with it", async () => {
    server().toNextWeek();
    const [first] = await ten(() => ({ naira: 500 }));
    const { phone } = await server()
      .db.selectFrom('players')
      .select('phone')
      .where('id', '=', first?.id ?? 0)
      .executeTakeFirstOrThrow();
    await ready(server(), 80, { played: 'rush', ticket: { naira: 500, payer: phone } });
    expect(await paid()).toEqual(five(600));
  });

  test('for accounts that prizes went to one bank account of as for one', async () => {
    server().toNextWeek();
    const players = await ten(() => ({ naira: 500 }));
    expect(await paid()).toEqual(five(600));
    await server()
      .db.updateTable('payouts')
      .set({ account_hash: 'one account' })
      .where(
        'player_id',
        'in',
        players.slice(0, 3).map(({ id }) => id),
      )
      .execute();
    server().clock.at += DAY_MS;
    for (const player of players) {
      await score(player, 100, { played: 'rush', ticket: { naira: 500 } });
    }
    expect(await paid()).toEqual(five(480));
  });

  test("for an account that prizes went to another one's bank account of as for one with it", async () => {
    server().toNextWeek();
    const players = await ten(() => ({ naira: 500 }));
    const [one, other] = players as [TestPlayer, TestPlayer];
    expect(await paid()).toEqual(five(600));
    const { account_hash } = await server()
      .db.selectFrom('bank_accounts')
      .select('account_hash')
      .where('player_id', '=', other.id)
      .executeTakeFirstOrThrow();
    await server()
      .db.updateTable('payouts')
      .set({ account_hash })
      .where('player_id', '=', one.id)
      .execute();
    server().clock.at += DAY_MS;
    for (const player of players) {
      await score(player, 100, { played: 'rush', ticket: { naira: 500 } });
    }
    expect(await paid()).toEqual(five(540));
  });

  test.each([
    [89, 540],
    [91, 600],
  ])('for players of one wallet that paid %i days before: ₦%i', async (days, naira) => {
    server().toNextWeek();
    const players = await ten(() => ({ naira: 500 }));
    const created_at = new Date(thisDay(server()).startsAt - days * DAY_MS);
    for (const { id: player_id } of players.slice(0, 2)) {
      const what = { way: 'mobile-money', product: 'coins-500', coins: 5, kobo: 5000 } as const;
      await server()
        .db.insertInto('payments')
        .values({
          reference: newKey(),
          player_id,
          ...what,
          payer: `w${days}`,
          state: 'paid',
          created_at,
        })
        .execute();
    }
    expect(await paid()).toEqual(five(naira));
  });

  test('nothing for tickets of runs that were void, or whose money was taken back', async () => {
    server().toNextWeek();
    const players = await ten(() => ({ naira: 500 }));
    const [one, other, third] = players as [TestPlayer, TestPlayer, TestPlayer];
    await score(one, 0, { played: 'rush', ticket: { naira: 5000, state: 'void' } });
    await server()
      .db.updateTable('rush_tickets')
      .set({ undone_at: new Date(server().clock.at) })
      .where('player_id', '=', other.id)
      .execute();
    await server()
      .db.updateTable('payments')
      .set({ state: 'reversed' })
      .where('player_id', '=', third.id)
      .execute();
    expect(await paid()).toEqual(five(480));
  });
});

test("a place's prize stays as the day was settled, also for a player who moves up", async () => {
  server().toNextWeek();
  const players = await ten(() => ({ naira: 500 }));
  expect(await paid()).toEqual(five(600));
  await server().db.updateTable('rush_tickets').set({ undone_at: new Date() }).execute();
  await goOn(players[0] as TestPlayer, { event: 'refused', by: 'operator' });
  expect(await prize(players[5] as TestPlayer)).toMatchObject({ place: 6, grossKobo: 60_000 });
  expect(await winnings(players[6] as TestPlayer)).toEqual([]);
});

test('linked accounts get one prize of a day at once, the others wait for a person', async () => {
  server().toNextWeek();
  const players = await ten((at) => ({ naira: 500, ...(at < 3 && { device: 'd' }) }));
  await paid();
  const states = [];
  for (const player of players.slice(0, 5)) {
    const { state, reason } = await prize(player);
    states.push(reason ?? state);
  }
  expect(states).toEqual(['approved', 'under-review', 'under-review', 'approved', 'approved']);
});

test('also where they play in two pools', async () => {
  server().toNextWeek();
  const players: TestPlayer[] = [];
  for (const pool of ['all', 'glo'] as const) {
    for (let at = 0; at < 10; at += 1) {
      const ticket = { naira: 500, ...(at === 0 && { device: 'd' }) };
      players.push(await ready(server(), 100 - at, { pool, played: 'rush', ticket }));
    }
  }
  await paid();
  const states = [];
  for (const at of [0, 10, 1, 11]) {
    const { state, reason } = await prize(players[at] as TestPlayer);
    states.push(reason ?? state);
  }
  expect(states).toEqual(['approved', 'under-review', 'approved', 'approved']);
});

test.each([
  ['the first of all', [0, 1, 5]],
  ['the only one that was paid, and the only one that it shared with', [0, 5]],
])(
  'one of them that moves up waits for a person too, though an account is deleted by then: %s',
  async (_kind, ring) => {
    server().toNextWeek();
    const players = await ten((at) => ({
      naira: 500,
      ...(ring.includes(at) && { device: 'd' }),
    }));
    await paid();
    const [first, , , stranger, , last] = players as [
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
    ];
    await goOn(first, leaving());
    await goOn(first, { event: 'paid', by: 'sender' });
    const { db, services } = server();
    const sign = await openSignatures(db);
    await db
      .transaction()
      .execute((trx) =>
        deleteAccount(trx, { ...services, sign }, { playerId: first.id, leavesTrace: true }),
      );
    await goOn(stranger, { event: 'refused', by: 'operator' });
    await payDue(server());
    expect(await prize(last)).toMatchObject({ state: 'held', reason: 'under-review', place: 6 });
  },
);

test('players see the present prizes of each tier, and past ones', async () => {
  server().toNextWeek();
  const player = await runner(server());
  const told = async (path: string) => {
    server().clock.at += 30_000;
    return (await player.get(path)).body.meta?.tierParts;
  };
  const TODAY = '/points/tournament/leaderboard?tier=1';
  expect(await told(TODAY)).toEqual([1, 2, 3].map((tier) => ({ tier, naira: 0 })));
  await ten(() => ({ naira: 200 }));
  const parts = [240, 0, 0].map((naira, at) => ({ tier: at + 1, naira }));
  expect(await told(TODAY)).toEqual(parts);
  expect(await told('/rush/runs/current')).toEqual(parts);
  // The share of a day is the one in its own table.
  const row = { pool: 'all', board: 'rush', tier: 1, places: 5, naira: 2000, minPlayers: 10 };
  const PRIZES = JSON.stringify([{ ...row, ticketPercent: 25 }]);
  await notePrizeTable(server().db, readConfig({ PRIZES }), server().clock.at);
  server().clock.at = thisDay(server()).endsAt;
  expect(await told('/points/tournament/yesterday-players')).toEqual(parts);
  await notePrizeTable(server().db, readConfig({}), server().clock.at);
  expect(await told(TODAY)).toEqual([{ tier: 1, naira: 0 }]);
});

describe('linked accounts', () => {
  const sign = (playerId: number, what: SharedMark['what'], mark: string) => ({
    playerId,
    what,
    mark,
  });

  test('is who shares something, also over others', () => {
    const kinOf = groupRelated([
      sign(5, 'device', 'd'),
      sign(3, 'device', 'd'),
      sign(3, 'payer', 'p'),
      sign(9, 'payer', 'p'),
      sign(9, 'bank', 'd'),
      sign(4, 'bank', 'b'),
    ]);
    expect([3, 5, 9, 4, 7].map(kinOf)).toEqual([3, 3, 3, 4, 7]);
  });

  test.each([
    ['19 players of one address', 19, 1, 1],
    ["20 of a carrier's address", 20, 1, 20],
    ["20 of a carrier's addresses, who change from one to the next", 20, 7, 20],
  ])('%s', (_what, players, addresses, groups) => {
    const signs = Array.from({ length: players }, (_, at) => [
      sign(at, 'address', `a${at % addresses}`),
      sign(at, 'address', `a${(at + 1) % addresses}`),
    ]);
    const kinOf = groupRelated(signs.flat());
    expect(new Set(Array.from({ length: players }, (_, at) => kinOf(at))).size).toBe(groups);
  });

  test('thousands in one chain are found as one', () => {
    const signs = Array.from({ length: 20_000 }, (_, at) => [
      sign(20_000 - at, 'device', `${at}`),
      sign(20_000 - at, 'device', `${at + 1}`),
    ]);
    const kinOf = groupRelated(signs.flat());
    expect([1, 10_000, 20_000].map(kinOf)).toEqual([1, 1, 1]);
  });
});
