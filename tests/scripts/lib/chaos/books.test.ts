import { describe, expect, test } from 'vitest';
import {
  type Books,
  boardKey,
  coinsBought,
  compareBooks,
  compareMoney,
  type MoneyBooks,
  readMoney,
  type SentPurchase,
} from '../../../../scripts/lib/chaos/books.ts';
import type { Submitted } from '../../../../scripts/lib/chaos/client.ts';
import { airtimeId, FAILING_ENDING } from '../../../../scripts/lib/chaos/shop.ts';
import { creditPayment, creditSubscription } from '../../../../server/ledger/entries.ts';
import { testServer } from '../../../support/server.ts';

const ADA = 1;

describe('books', () => {
  const NOON = Date.parse('2026-11-18T11:00:00Z');

  const submitted: Submitted[] = [
    { roundId: 'a', playerId: ADA, points: 50, coins: 100, issuedAt: NOON, isDelivered: true },
    { roundId: 'b', playerId: ADA, points: 0, coins: 20, issuedAt: NOON, isDelivered: true },
  ];

  const NONE = {
    lost: 0,
    doubled: 0,
    wrongResults: 0,
    wrongPlayers: 0,
    heldCoins: 0,
    wrongBoardRows: 0,
    wrongScores: 0,
    unbalanced: 0,
    wrongPlays: 0,
  };

  /** The contents of a database that has counted both results once. */
  function buildBooks(parts: Partial<Books> = {}): Books {
    return {
      rounds: new Map([
        ['a', { times: 1, points: 50, coins: 100 }],
        ['b', { times: 1, points: 0, coins: 20 }],
      ]),
      uncounted: 0,
      players: new Map([[ADA, { coins: 880, held: 0, points: 50, plays: 2, openPlays: 0 }]]),
      wrongWallets: 0,
      board: new Map([[boardKey(ADA, NOON), 50]]),
      wrongScores: 0,
      unbalanced: 0,
      ...parts,
    };
  }

  test('books that hold each result once differ in nothing', () => {
    expect(compareBooks(submitted, buildBooks())).toEqual(NONE);
  });

  test('a result that the ledger does not have is lost', () => {
    const rounds = new Map([['a', { times: 1, points: 50, coins: 100 }]]);
    expect(compareBooks(submitted, buildBooks({ rounds }))).toEqual({ ...NONE, lost: 1 });
  });

  test('a result that the ledger has twice is doubled', () => {
    const { rounds } = buildBooks();
    rounds.set('a', { times: 2, points: 100, coins: 200 });
    expect(compareBooks(submitted, buildBooks({ rounds }))).toEqual({ ...NONE, doubled: 1 });
  });

  test('a result of another worth, or that nobody sent, counted otherwise', () => {
    const { rounds } = buildBooks();
    rounds
      .set('a', { times: 1, points: 55, coins: 100 })
      .set('c', { times: 1, points: 5, coins: 10 });
    const books = buildBooks({ rounds, uncounted: 1 });
    expect(compareBooks(submitted, books)).toEqual({ ...NONE, wrongResults: 3 });
  });

  test('coins, points, holds and plays are looked at for each player', () => {
    const player = { coins: 870, held: 10, points: 50, plays: 3, openPlays: 1 };
    const books = buildBooks({ players: new Map([[ADA, player]]) });
    const differences = { ...NONE, wrongPlayers: 1, heldCoins: 10, wrongPlays: 2 };
    expect(compareBooks(submitted, books)).toEqual(differences);
  });

  test('a board row that is missing, too many or of other points differs', () => {
    const board = new Map([
      [boardKey(ADA, NOON), 100],
      [boardKey(2, NOON), 5],
    ]);
    expect(compareBooks(submitted, buildBooks({ board }))).toEqual({ ...NONE, wrongBoardRows: 2 });
    const none = buildBooks({ board: new Map() });
    expect(compareBooks(submitted, none)).toEqual({ ...NONE, wrongBoardRows: 1 });
  });
});

describe('money', () => {
  const card = {
    id: 'FOM-card',
    playerId: ADA,
    way: 'card',
    coins: 750,
    kobo: 10_150,
    isDeclined: false,
  } as const satisfies SentPurchase;

  const wallet = { ...card, id: 'FOM-wallet', way: 'mobile-money', kobo: 10_000 } as const;

  const declined = { ...card, id: 'FOM-declined', isDeclined: true };

  const sent: SentPurchase[] = [card, wallet, declined];

  const NONE = { paid: 2, withoutCoins: 0, withoutPayment: 0, twice: 0, otherwise: 0 };

  const credit = { id: card.id, playerId: ADA, coins: 750, kobo: 10_150 };

  const walletCredit = { ...credit, id: wallet.id, kobo: 10_200 };

  /** The contents of stand-ins and ledger when both payments were credited once. */
  function buildMoney(parts: Partial<MoneyBooks> = {}): MoneyBooks {
    return {
      taken: [
        { id: card.id, kobo: 10_150 },
        { id: wallet.id, kobo: 10_200 },
      ],
      credits: [credit, walletCredit],
      ...parts,
    };
  }

  test('money that was credited once differs in nothing', () => {
    expect(compareMoney(sent, buildMoney())).toEqual(NONE);
  });

  test('money without its coins is found', () => {
    expect(compareMoney(sent, buildMoney({ credits: [credit] }))).toEqual({
      ...NONE,
      withoutCoins: 1,
    });
  });

  test('coins without money are found, also of a payment that was declined', () => {
    const taken = buildMoney().taken.filter(({ id }) => id !== card.id);
    const differences = { ...NONE, paid: 1, withoutPayment: 1 };
    expect(compareMoney(sent, buildMoney({ taken }))).toEqual(differences);
    const credits = [credit, walletCredit, { ...credit, id: declined.id }];
    const ofDeclined = { ...NONE, withoutPayment: 1, otherwise: 1 };
    expect(compareMoney(sent, buildMoney({ credits }))).toEqual(ofDeclined);
  });

  test('a second credit and a second charge are found', () => {
    const { taken, credits } = buildMoney();
    const twice = { ...NONE, twice: 1 };
    expect(compareMoney(sent, buildMoney({ credits: [...credits, credit] }))).toEqual(twice);
    const charged = [...taken, { id: card.id, kobo: 10_150 }];
    expect(compareMoney(sent, buildMoney({ taken: charged }))).toEqual(twice);
  });

  test.each([
    ['other coins', { coins: 7500 }],
    ['other money', { kobo: 10_000 }],
    ['another player', { playerId: 2 }],
  ])('a credit of %s is found', (_what, other) => {
    const credits = [{ ...credit, ...other }, walletCredit];
    expect(compareMoney(sent, buildMoney({ credits }))).toEqual({ ...NONE, otherwise: 1 });
  });

  test('money of another price, or of nobody who bought, is found', () => {
    const taken = [{ id: card.id, kobo: 100 }, ...buildMoney().taken.slice(1)];
    expect(compareMoney(sent, buildMoney({ taken }))).toEqual({ ...NONE, otherwise: 1 });
    expect(compareMoney([card], buildMoney())).toEqual({ ...NONE, paid: 1, otherwise: 1 });
  });

  test('players have the coins of what was paid', () => {
    const before = { ...card, playerId: null };
    expect(coinsBought([...sent, before, { ...declined, playerId: 2 }])).toEqual(
      new Map([
        [ADA, 1500],
        [2, 0],
      ]),
    );
  });

  const server = testServer();

  test('money is read from the stand-ins and from the ledger', async () => {
    const { db, clock } = server();
    const player = await server().signUp();
    const at = new Date(clock.at);
    const inLedger = (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) =>
      db.transaction().execute(work);
    const transaction = { currency: 'NGN', email: 'ada@example.com', metadata: '{}', at };
    await db
      .insertInto('sandbox_card_transactions')
      .values([
        { ...transaction, reference: 'FOM-1', amount: 10_150, state: 'success' },
        { ...transaction, reference: 'FOM-2', amount: 10_150, state: 'failed' },
      ])
      .execute();
    await db
      .insertInto('sandbox_collections')
      .values([
        { reference: 'FOM-3', msisdn: '08070000055', amount: 10_200, at },
        { reference: 'FOM-4', msisdn: `080700000${FAILING_ENDING}`, amount: 10_200, at },
      ])
      .execute();
    const phone = '2348060000155';
    const plan = { phone, plan: 'daily' as const, starts_at: at, ends_at: at };
    await db
      .insertInto('sandbox_airtime_plans')
      .values([
        { ...plan, reference: 'FM-5' },
        { ...plan, reference: `SBX-FIRST-${phone}` },
      ])
      .execute();
    const paid = {
      playerId: player.id,
      reference: 'FOM-1',
      way: 'card' as const,
      product: 'coins-500' as const,
    };
    await inLedger((trx) =>
      creditPayment(trx, { ...paid, coins: 750, kobo: 10_000, feeKobo: 150 }, clock.at),
    );
    // A period that the operator reports with two starts is credited twice.
    for (const startsAt of [clock.at, clock.at + 1000]) {
      const period = { playerId: player.id, reference: 'FM-5', startsAt, kobo: 5000 };
      await inLedger((trx) => creditSubscription(trx, period, clock.at));
    }
    const money = await readMoney(db);
    const airtime = { id: airtimeId(phone), kobo: 5000 };
    const byAirtime = { ...airtime, playerId: player.id, coins: 1000 };
    expect(money.taken).toEqual([
      { id: 'FOM-1', kobo: 10_150 },
      { id: 'FOM-3', kobo: 10_200 },
      airtime,
    ]);
    expect(money.credits).toHaveLength(3);
    expect(money.credits).toEqual(
      expect.arrayContaining([
        { ...credit, id: 'FOM-1', playerId: player.id },
        byAirtime,
        byAirtime,
      ]),
    );
  });
});
