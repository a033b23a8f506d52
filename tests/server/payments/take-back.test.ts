import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lockNumber, lockPlayer } from '../../../server/accounts/players.ts';
import type { Trx } from '../../../server/database/tables.ts';
import { closeClaims, hasOpenClaim, readClaims } from '../../../server/payments/claims.ts';
import { noteRefund, reversePayment, sendRefund } from '../../../server/payments/take-back.ts';
import { oldestTicket } from '../../../server/payments/tickets.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { countWaiting } from '../../support/waiting.ts';
import {
  knowsNoPlan,
  lapsed,
  lostAnswer,
  subscribe,
  watchOperator,
} from '../accounts/subscription-calls.ts';
import {
  chargeOf,
  expected,
  PACK,
  reportsOf,
  sandboxCard,
  stateOf,
  success,
  take,
  webhook,
} from './card-calls.ts';
import { reconcileOnce } from './reconciling.ts';
import {
  adult,
  boughtTicket,
  buyTicket,
  countRun,
  openedRun,
  TICKET,
  ticketsOf,
  voidRun,
} from './ticket-calls.ts';
import { periodsOf, spend } from './undone-calls.ts';

describe('a refund', () => {
  const server = testServer();

  /** A payment that the sandbox has taken. */
  async function aTakenPayment(player: TestPlayer, amount: number = PACK.totalKobo) {
    const reference = await expected(player);
    const charge = { ...chargeOf(player, reference), amount };
    await take(server(), charge);
    await webhook(server(), success(charge));
    return reference;
  }

  async function refund(reference: string) {
    const { db } = server();
    const noted = await db
      .transaction()
      .execute((trx) => noteRefund(trx, reference, server().clock.at));
    if (noted.outcome === 'unknown' || noted.outcome === 'not-credited') return noted;
    const services = { db, card: sandboxCard(server()), now: () => server().clock.at };
    return sendRefund(services, noted.credit);
  }

  const sentOf = (reference: string) =>
    server()
      .db.selectFrom('sandbox_card_refunds')
      .select(['amount', 'merchant_note'])
      .where('reference', '=', reference)
      .execute();

  test('a card’s money goes back, once, after its coins', async () => {
    const player = await server().signUp();
    const reference = await aTakenPayment(player);
    expect(await refund(reference)).toEqual({ outcome: 'sent' });
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe('refunded');
    expect(await refund(reference)).toEqual({ outcome: 'sent-before' });
    expect(await sentOf(reference)).toEqual([
      { amount: PACK.totalKobo, merchant_note: `Refund of ${reference}` },
    ]);
  });

  test('a refund unknown to a restored copy is found at the provider, and not sent again', async () => {
    const player = await server().signUp();
    const reference = await aTakenPayment(player);
    await refund(reference);
    await server()
      .db.updateTable('refunds')
      .set({ state: 'asked', asked_at: new Date(0) })
      .where('reference', '=', reference)
      .execute();
    expect(await refund(reference)).toEqual({ outcome: 'sent' });
    expect(await sentOf(reference)).toHaveLength(1);
  });

  /** The provider takes the refund, and its answer gets lost. */
  function loseAnswerOf(path: string): () => void {
    const { operator } = server();
    const sandbox = operator.fetch;
    operator.fetch = async (url, init) => {
      const response = await sandbox(url, init);
      if (init.method === 'POST' && url.endsWith(path)) throw new Error('ECONNRESET');
      return response;
    };
    return () => {
      operator.fetch = sandbox;
    };
  }

  test('a refund whose answer got lost is found by our note, and not sent twice', async () => {
    const player = await server().signUp();
    const reference = await aTakenPayment(player);
    const found = loseAnswerOf('/refund');
    await expect(refund(reference)).rejects.toMatchObject({ code: 'card/unavailable' });
    found();
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe('reversed');
    expect(await refund(reference)).toEqual({ outcome: 'busy' });
    server().clock.at += 61_000;
    server().operator.asked.length = 0;
    expect(await refund(reference)).toEqual({ outcome: 'sent' });
    expect(await sentOf(reference)).toHaveLength(1);
    expect(await stateOf(server(), reference)).toBe('refunded');
  });

  test('if several refund at the same time, one asks the provider', async () => {
    const player = await server().signUp();
    const reference = await aTakenPayment(player);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => refund(reference)));
    expect(outcomes.filter(({ outcome }) => outcome === 'sent')).toHaveLength(1);
    expect(await sentOf(reference)).toHaveLength(1);
  });

  test('a provider that refuses is quoted, and nothing counts as sent', async () => {
    const player = await server().signUp();
    const reference = await aTakenPayment(player);
    const at = new Date(server().clock.at);
    await server()
      .db.insertInto('sandbox_card_refunds')
      .values({ reference, amount: PACK.totalKobo, merchant_note: 'by somebody', at })
      .execute();
    const message = 'Transaction has been fully reversed';
    expect(await refund(reference)).toEqual({ outcome: 'refused', message });
    expect(await stateOf(server(), reference)).toBe('reversed');
  });

  test('money that was not what was expected goes back whole, and nothing else moves', async () => {
    const player = await server().signUp();
    const reference = await aTakenPayment(player, 9_999);
    const before = await server().snapshot();
    expect(await refund(reference)).toEqual({ outcome: 'sent' });
    expect(await server().snapshot()).toEqual(before);
    expect(await sentOf(reference)).toMatchObject([{ amount: 9_999 }]);
    expect(await stateOf(server(), reference)).toBe('refunded');
  });

  test('airtime is the operator’s to send back', async () => {
    const player = await server().subscriber();
    const { reference } = await server()
      .db.selectFrom('subscriptions')
      .select('reference')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow();
    expect(await refund(reference)).toEqual({ outcome: 'by-hand' });
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    const refunds = await server()
      .db.selectFrom('refunds')
      .select(['way', 'kobo', 'state'])
      .where('reference', '=', reference)
      .execute();
    expect(refunds).toEqual([{ way: 'airtime', kobo: 10_000, state: 'by-hand' }]);
  });

  test('a payment that took no money is not refunded', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    server().operator.asked.length = 0;
    expect(await refund('FOM-of-nobody')).toEqual({ outcome: 'unknown' });
    expect(await refund(reference)).toMatchObject({ outcome: 'not-credited' });
    expect(server().operator.asked).toEqual([]);
    expect(await stateOf(server(), reference)).toBe('pending');
  });
});

describe('a payment reversed', () => {
  const server = testServer();

  const reverse = (reference: string) =>
    server()
      .db.transaction()
      .execute((trx) => reversePayment(trx, reference, server().clock.at));

  async function buy(
    player: TestPlayer,
    product: string = PACK.product,
    amount: number = PACK.totalKobo,
  ) {
    const reference = await expected(player, { product });
    await webhook(server(), success({ ...chargeOf(player, reference), amount }));
    expect(await stateOf(server(), reference)).toBe('paid');
    return reference;
  }

  /** The sides of a movement by its key. */
  const sidesOf = (key: string) =>
    server()
      .db.selectFrom('ledger_movements')
      .innerJoin('ledger_postings', 'ledger_postings.movement_id', 'ledger_movements.id')
      .select(['account', 'unit', 'amount'])
      .where('key', '=', key)
      .orderBy('ledger_postings.id')
      .execute();

  test('all that a pack has brought goes back, once, with its money', async () => {
    const player = await server().subscriber();
    const reference = await buy(player);
    expect(await reverse(reference)).toMatchObject({ outcome: 'reversed', taken: 750, missing: 0 });
    expect(await player.wallet()).toEqual({ coins: 1000, held: 0 });
    expect(await sidesOf(`reversal:payment:${reference}`)).toEqual([
      { account: 'house:coins-sold', unit: 'coins', amount: 750 },
      { account: 'wallet', unit: 'coins', amount: -750 },
      { account: 'house:clearing:card', unit: 'kobo', amount: -10_150 },
      { account: 'house:sales', unit: 'kobo', amount: 10_000 },
      { account: 'house:fees', unit: 'kobo', amount: 150 },
    ]);
    const before = await server().snapshot();
    expect(await reverse(reference)).toMatchObject({ outcome: 'undone-before' });
    expect(await server().snapshot()).toEqual(before);
    expect(await stateOf(server(), reference)).toBe('reversed');
    expect(await hasOpenClaim(server().db, player.id)).toBe(false);
  });

  test('the passbook and the history show it', async () => {
    const player = await server().subscriber();
    const reference = await buy(player);
    await reverse(reference);
    const { data } = (await player.get('/payments/passbook')).body as unknown as {
      data: { rows: object[] };
    };
    expect(data.rows[0]).toMatchObject({
      reason: 'payment-reversed',
      coins: -750,
      balance: 1000,
      reference,
      way: 'card',
    });
    const history = await player.get('/payments');
    expect(history.body.data).toHaveLength(1);
    expect((await player.get('/payments/consents')).body.data).toContainEqual(
      expect.objectContaining({ reference, state: 'reversed' }),
    );
  });

  test('coins that were spent are an open claim', async () => {
    const player = await server().subscriber();
    const reference = await buy(player);
    await spend(server(), player, 1200);
    expect(await reverse(reference)).toMatchObject({ taken: 550, missing: 200 });
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await hasOpenClaim(server().db, player.id)).toBe(true);
    const claims = await server().db.selectFrom('claims').selectAll().execute();
    expect(claims).toMatchObject([
      { reference, player_id: player.id, coins: 200, closed_at: null },
    ]);
  });

  test('the period that it brought ends', async () => {
    const player = await server().signUp();
    const reference = await buy(player, 'plan-weekly');
    expect((await player.user()).isActive).toBe(true);
    server().clock.at += DAY_MS;
    await reverse(reference);
    expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 0 });
    const again = await buy(player, 'plan-daily', 5_075);
    expect(await periodsOf(player)).toMatchObject([
      { reference, ends_at: new Date(server().clock.at) },
      { reference: again, starts_at: new Date(server().clock.at) },
    ]);
  });

  test('a period that waits behind it moves up; one that never began never does', async () => {
    const player = await server().signUp();
    const [first, second, third] = [
      await expected(player, { product: 'plan-weekly' }),
      await expected(player, { product: 'plan-daily' }),
      await expected(player, { product: 'plan-daily' }),
    ];
    await webhook(server(), success(chargeOf(player, first)));
    for (const reference of [second, third]) {
      await webhook(server(), success({ ...chargeOf(player, reference), amount: 5_075 }));
    }
    server().clock.at += DAY_MS;
    const { at } = server().clock;
    await reverse(second);
    expect(await periodsOf(player)).toMatchObject([
      { reference: first, ends_at: new Date(at + 6 * DAY_MS) },
      { reference: second, starts_at: new Date(at), ends_at: new Date(at) },
      {
        reference: third,
        starts_at: new Date(at + 6 * DAY_MS),
        ends_at: new Date(at + 7 * DAY_MS),
      },
    ]);
    await reverse(first);
    expect((await periodsOf(player))[2]).toEqual({
      reference: third,
      starts_at: new Date(at),
      ends_at: new Date(at + DAY_MS),
    });
    expect((await player.user()).isActive).toBe(true);
  });

  test('a period that a later account of its number goes on with ends too', async () => {
    const player = await server().signUp();
    const reference = await buy(player, 'plan-weekly');
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    const later = await server().signUp({ phone: player.phone });
    expect((await later.user()).isActive).toBe(true);
    expect(await reverse(reference)).toMatchObject({ outcome: 'reversed' });
    expect((await later.user()).isActive).toBe(false);
  });

  test('a period by airtime goes back too, and is not credited again', async () => {
    const player = await server().subscriber();
    const [period] = await periodsOf(player);
    const reference = period?.reference ?? '';
    expect(await reverse(reference)).toMatchObject({ outcome: 'reversed', taken: 1000 });
    await player.subscribe().catch(() => {});
    expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 0 });
    expect((await player.get('/payments')).body).toMatchObject({ data: [], meta: { plan: null } });
    expect(await reverse(reference)).toMatchObject({ outcome: 'undone-before' });
  });

  test('a payment without effect is not reversed', async () => {
    const player = await server().signUp();
    const before = await server().snapshot();
    expect(await reverse('FOM-nobody-expected-it')).toEqual({ outcome: 'unknown' });
    expect(await server().snapshot()).toEqual(before);
    const reference = await expected(player);
    expect(await reverse(reference)).toMatchObject({ outcome: 'not-credited' });
    expect(await stateOf(server(), reference)).toBe('pending');
  });

  test('if many reverse it at the same time, one does', async () => {
    const player = await server().subscriber();
    const reference = await buy(player);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => reverse(reference)));
    expect(outcomes.filter(({ outcome }) => outcome === 'reversed')).toHaveLength(1);
    expect(await player.wallet()).toEqual({ coins: 1000, held: 0 });
  });
});

describe('tickets taken back', () => {
  const server = testServer({ bank: buildBank(200) });

  const reverse = (reference: string, undo: typeof reversePayment | typeof noteRefund) =>
    server()
      .db.transaction()
      .execute((trx) => undo(trx, reference, server().clock.at));

  const owed = (player: TestPlayer) => readClaims(server().db, player.id);

  const next = (player: TestPlayer) => oldestTicket(server().db, player.id);

  const waiting = async (player: TestPlayer) => (await ticketsOf(player)).waiting;

  /** The books on a player's tickets and everything that tickets earned. */
  const sales = async (reference: string) => {
    const rows = await server()
      .db.selectFrom('ledger_postings as posting')
      .innerJoin('ledger_movements as movement', 'movement.id', 'posting.movement_id')
      .select(({ fn }) => ['account', fn.sum<string>('amount').as('sum')])
      .where('key', 'like', `%${reference}`)
      .groupBy('account')
      .execute();
    return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
  };

  const NOTHING = {
    'house:clearing:card': 0,
    'house:fees': 0,
    'house:sales': 0,
    'house:tickets-sold': 0,
    tickets: 0,
  };

  const SOLD = {
    'house:clearing:card': 20_300,
    'house:fees': -300,
    'house:sales': -20_000,
    'house:tickets-sold': -1,
    tickets: 1,
  };

  /** The provider's notice of a dispute of a ticket's payment. */
  async function dispute(reference: string, word: 'create' | 'win' | 'lose', id = 7) {
    const transaction = { reference, amount: TICKET.totalKobo, currency: 'NGN' };
    const resolution = { create: null, win: 'declined', lose: 'merchant-accepted' }[word];
    const status = word === 'create' ? 'awaiting-merchant-feedback' : 'resolved';
    const refund_amount = word === 'win' ? 0 : TICKET.totalKobo;
    const event = `charge.dispute.${word === 'create' ? 'create' : 'resolve'}`;
    const data = { id, currency: 'NGN', transaction, status, resolution, refund_amount };
    expect((await webhook(server(), JSON.stringify({ event, data }))).status).toBe(200);
  }

  test.each([
    ['reversed', reversePayment],
    ['refunded', noteRefund],
  ] as const)('a ticket that waits is taken when its payment is %s, once', async (_how, undo) => {
    const player = await adult(server());
    const reference = await boughtTicket(player);
    expect(await next(player)).toBe(reference);
    for (const _again of [1, 2]) await reverse(reference, undo);
    expect(await ticketsOf(player)).toEqual({ waiting: 0, told: 0 });
    expect(await next(player)).toBeNull();
    expect(await owed(player)).toEqual([]);
    expect(await sales(reference)).toEqual(NOTHING);
    await buyTicket(player, reference);
    expect(await waiting(player)).toBe(0);
  });

  test.each(['open', 'counted'])('a ticket in a run that is %s is owed', async (state) => {
    const player = await adult(server());
    const [reference, other] = [await boughtTicket(player), await boughtTicket(player)];
    const run = await openedRun(player, reference);
    if (state === 'counted') await countRun(server(), run);
    await reverse(reference, reversePayment);
    const at = new Date(server().clock.at).toISOString();
    expect(await owed(player)).toEqual([{ reference, coins: 0, tickets: 1, at }]);
    const { data } = (await player.get('/payments/passbook')).body;
    expect(data).toMatchObject({ claims: [{ reference, tickets: 1 }] });
    // The ticket of another payment is not taken instead.
    expect([await waiting(player), await next(player)]).toEqual([1, other]);
    expect(await sales(reference)).toEqual({ ...NOTHING, 'house:tickets-sold': -1, tickets: 1 });
    const settle = await server()
      .db.transaction()
      .execute((trx) => closeClaims(trx, { reference }, server().clock.at));
    expect(settle).toEqual({ coins: 0, tickets: 1 });
    expect(await owed(player)).toEqual([]);
  });

  test('a lost dispute takes the ticket, a won one gives it back, once', async () => {
    const player = await adult(server());
    const [lost, won] = [await boughtTicket(player), await boughtTicket(player)];
    for (const _again of [1, 2]) await dispute(lost, 'create');
    for (const _again of [1, 2]) await dispute(won, 'create');
    expect(await waiting(player)).toBe(0);
    await dispute(lost, 'lose');
    await dispute(lost, 'win');
    for (const _again of [1, 2]) await dispute(won, 'win');
    await dispute(won, 'create');
    expect([await waiting(player), await next(player)]).toEqual([1, won]);
    expect([await stateOf(server(), lost), await stateOf(server(), won)]).toEqual([
      'reversed',
      'paid',
    ]);
    expect([await sales(lost), await sales(won)]).toEqual([NOTHING, SOLD]);
  });

  test('a dispute won before its notice arrived takes nothing', async () => {
    const player = await adult(server());
    const reference = await boughtTicket(player);
    await dispute(reference, 'win');
    await dispute(reference, 'create');
    expect([await waiting(player), await next(player)]).toEqual([1, reference]);
  });

  test('a dispute of a played ticket that is won closes what is owed, and gives no other', async () => {
    const player = await adult(server());
    const reference = await boughtTicket(player);
    await countRun(server(), await openedRun(player, reference));
    await dispute(reference, 'create');
    expect(await owed(player)).toHaveLength(1);
    await dispute(reference, 'win');
    expect([await owed(player), await waiting(player), await next(player)]).toEqual([[], 0, null]);
    expect(await sales(reference)).toEqual(SOLD);
  });

  test('a run that the game ends gives its ticket back, and it can be played again', async () => {
    const player = await adult(server());
    const reference = await boughtTicket(player);
    const run = await openedRun(player, reference);
    expect([await waiting(player), await next(player)]).toEqual([0, null]);
    expect(await voidRun(player, run, reference)).toBe(true);
    expect(await voidRun(player, run, reference)).toBe(false);
    expect([await waiting(player), await next(player)]).toEqual([1, reference]);
  });

  test.each(['create, void, win', 'create, win, void', 'void, create, win'])(
    'a voided run and a won dispute together return one ticket: %s',
    async (order) => {
      const player = await adult(server());
      const reference = await boughtTicket(player);
      const run = await openedRun(player, reference);
      for (const what of order.split(', ')) {
        if (what === 'void') await voidRun(player, run, reference);
        else await dispute(reference, what as 'create' | 'win');
      }
      expect([await waiting(player), await next(player)]).toEqual([1, reference]);
      expect([await owed(player), await sales(reference)]).toEqual([[], SOLD]);
    },
  );

  test('a run that the game ends after its ticket was taken back gives none', async () => {
    const player = await adult(server());
    const reference = await boughtTicket(player);
    const run = await openedRun(player, reference);
    await reverse(reference, noteRefund);
    expect(await owed(player)).toHaveLength(1);
    expect(await voidRun(player, run, reference)).toBe(false);
    expect([await owed(player), await waiting(player), await next(player)]).toEqual([[], 0, null]);
    expect(await sales(reference)).toEqual(NOTHING);
  });

  test('what came back can be disputed again', async () => {
    const player = await adult(server());
    const reference = await boughtTicket(player);
    for (const id of [1, 2]) {
      await dispute(reference, 'create', id);
      expect(await waiting(player)).toBe(0);
      await dispute(reference, 'win', id);
      expect(await waiting(player)).toBe(1);
    }
    expect(await sales(reference)).toEqual(SOLD);
  });

  test('an account that is deleted forfeits the tickets that wait, and owes one of them later', async () => {
    const player = await adult(server());
    const reference = await boughtTicket(player);
    await boughtTicket(player);
    const { body } = await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    expect(body).toMatchObject({ status: true });
    const tickets = await server()
      .db.selectFrom('wallets')
      .select('tickets')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow();
    expect(tickets).toEqual({ tickets: 0 });
    await reverse(reference, reversePayment);
    expect(await owed(player)).toMatchObject([{ reference, tickets: 1 }]);
  });
});

describe('disputes', () => {
  const server = testServer();

  async function aPaid(
    player: TestPlayer,
    product: string = PACK.product,
    kobo: number = PACK.totalKobo,
  ) {
    const reference = await expected(player, { product });
    await webhook(server(), success({ ...chargeOf(player, reference), amount: kobo }));
    expect(await stateOf(server(), reference)).toBe('paid');
    return reference;
  }

  /** The provider's notice of a dispute of a payment, as it sends it. */
  function disputeOf(reference: string, { id = 358950, amount = PACK.totalKobo as number } = {}) {
    const transaction = { reference, amount, currency: 'NGN' };
    const about = { id, currency: 'NGN', domain: 'live', transaction, transaction_reference: null };
    const tell = async (event: string, data: object) => {
      const payload = JSON.stringify({ event, data: { ...about, ...data } });
      expect((await webhook(server(), payload)).status).toBe(200);
    };
    const end = (resolution: string, refund_amount: number | null) =>
      tell('charge.dispute.resolve', { status: 'resolved', resolution, refund_amount });
    return {
      create: () =>
        tell('charge.dispute.create', {
          status: 'awaiting-merchant-feedback',
          resolution: null,
          refund_amount: amount,
        }),
      win: (refund: number | null = 0) => end('declined', refund),
      lose: () => end('merchant-accepted', amount),
    };
  }

  const inLedger = () =>
    server()
      .db.transaction()
      .execute((trx) =>
        trx
          .selectFrom('ledger_postings')
          .select(({ fn }) => ['account', 'unit', fn.sum<string>('amount').as('sum')])
          .where('account', 'like', 'house:%')
          .groupBy(['account', 'unit'])
          .orderBy('account')
          .execute(),
      );

  test.each([0, null, PACK.totalKobo])(
    'coins taken by a dispute come back when it is declined, once (its refund: %j)',
    async (refund) => {
      const player = await server().signUp();
      const reference = await aPaid(player);
      const books = await inLedger();
      const dispute = disputeOf(reference);
      for (const _again of [1, 2]) await dispute.create();
      expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
      expect(await stateOf(server(), reference)).toBe('reversed');
      for (const _again of [1, 2]) await dispute.win(refund);
      await dispute.create();
      await dispute.lose();
      expect(await player.wallet()).toEqual({ coins: PACK.coins, held: 0 });
      expect(await stateOf(server(), reference)).toBe('paid');
      expect(await inLedger()).toEqual(books);
      expect(await reportsOf(server(), reference)).toHaveLength(6);
    },
  );

  test('passbook, history and consent are right again', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const dispute = disputeOf(reference);
    await dispute.create();
    await dispute.win();
    const { data } = (await player.get('/payments/passbook')).body as unknown as {
      data: { rows: object[]; month: object };
    };
    expect(data.rows).toMatchObject([
      { reason: 'payment-returned', coins: 750, balance: 750, reference, way: 'card' },
      { reason: 'payment-reversed', coins: -750, balance: 0, reference, way: 'card' },
      { reason: 'coins-bought', coins: 750, balance: 750, reference, way: 'card' },
    ]);
    expect((await player.get('/payments')).body.data).toHaveLength(1);
    expect((await player.get('/payments/consents')).body.data).toMatchObject([
      { reference, state: 'paid' },
    ]);
  });

  test('the coins that were left come back, and the claim of the rest closes', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    await spend(server(), player, 200);
    const dispute = disputeOf(reference);
    await dispute.create();
    const at = new Date(server().clock.at).toISOString();
    expect(await readClaims(server().db, player.id)).toEqual([{ reference, coins: 200, at }]);
    const { data } = (await player.get('/payments/passbook')).body as unknown as {
      data: { claims: object[] };
    };
    expect(data.claims).toEqual([{ reference, coins: 200, at }]);
    await dispute.win();
    expect(await player.wallet()).toEqual({ coins: 550, held: 0 });
    expect(await readClaims(server().db, player.id)).toEqual([]);
  });

  test('a period runs on for what it had left, behind what was bought since', async () => {
    const player = await server().signUp();
    const first = await aPaid(player, 'plan-weekly');
    const dispute = disputeOf(first);
    server().clock.at += 2 * DAY_MS;
    await dispute.create();
    expect((await player.user()).isActive).toBe(false);
    server().clock.at += DAY_MS;
    const second = await aPaid(player, 'plan-daily', 5_075);
    const { at } = server().clock;
    await dispute.win();
    expect(await periodsOf(player)).toMatchObject([
      { reference: first },
      { reference: second, starts_at: new Date(at), ends_at: new Date(at + DAY_MS) },
      { reference: first, starts_at: new Date(at + DAY_MS), ends_at: new Date(at + 6 * DAY_MS) },
    ]);
    server().clock.at += 3 * DAY_MS;
    const again = disputeOf(first, { id: 2 });
    await again.create();
    await again.win();
    expect((await periodsOf(player)).at(-1)).toEqual({
      reference: first,
      starts_at: new Date(server().clock.at),
      ends_at: new Date(server().clock.at + 3 * DAY_MS),
    });
    expect((await player.user()).isActive).toBe(true);
  });

  test('a period that was taken and given back before it could run is whole again', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player, 'plan-weekly');
    const whole = await periodsOf(player);
    const dispute = disputeOf(reference);
    await dispute.create();
    await dispute.win();
    expect(await periodsOf(player)).toEqual(whole);
  });

  test('a dispute won before its notice arrived takes nothing', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const [books, periods] = [await inLedger(), await periodsOf(player)];
    const dispute = disputeOf(reference);
    await dispute.win();
    await dispute.create();
    expect([await inLedger(), await periodsOf(player)]).toEqual([books, periods]);
    expect(await player.wallet()).toEqual({ coins: PACK.coins, held: 0 });
    expect(await stateOf(server(), reference)).toBe('paid');
  });

  test('a lost dispute takes the coins, whenever its notice arrives, and never returns them', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const dispute = disputeOf(reference);
    await dispute.lose();
    await dispute.create();
    await dispute.win();
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe('reversed');
  });

  test('with two disputes both must be won', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const [one, two] = [disputeOf(reference, { id: 1 }), disputeOf(reference, { id: 2 })];
    await one.create();
    await two.create();
    await one.win();
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    await two.win();
    expect(await player.wallet()).toEqual({ coins: PACK.coins, held: 0 });
  });

  test('returned coins can be disputed and refunded again', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const books = await inLedger();
    for (const id of [1, 2]) {
      await spend(server(), player, 100 * id);
      const dispute = disputeOf(reference, { id });
      await dispute.create();
      expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
      await dispute.win();
    }
    expect(await player.wallet()).toEqual({ coins: 450, held: 0 });
    const sales = (rows: Awaited<ReturnType<typeof inLedger>>) =>
      rows.filter(({ unit }) => unit === 'kobo');
    expect(sales(await inLedger())).toEqual(sales(books));
    const payload = { transaction_reference: reference, amount: PACK.totalKobo, currency: 'NGN' };
    const refund = { event: 'refund.processed', data: { status: 'processed', ...payload } };
    await webhook(server(), JSON.stringify(refund));
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe('refunded');
    expect(await readClaims(server().db, player.id)).toMatchObject([{ coins: 300 }]);
  });

  test.each([
    ['an operator took back', reversePayment, 'reversed'],
    ['goes back to the card', noteRefund, 'reversed'],
  ] as const)('what %s stays so when a dispute is won', async (_what, undo, state) => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const dispute = disputeOf(reference);
    if (undo === noteRefund) await dispute.create();
    await server()
      .db.transaction()
      .execute((trx) => undo(trx, reference, server().clock.at));
    await dispute.create();
    await dispute.win();
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe(state);
  });

  test('a decision for a partial refund is left for the operator to check', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const dispute = disputeOf(reference);
    await dispute.create();
    await dispute.win(5_000);
    expect(await stateOf(server(), reference)).toBe('reversed');
    expect((await reportsOf(server(), reference)).at(-1)).toMatchObject({
      what: 'charge.dispute.resolve, mismatched',
    });
  });

  test('told at once and often, it is given back once', async () => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const dispute = disputeOf(reference);
    await dispute.create();
    await Promise.all([1, 2, 3, 4].map(() => dispute.win()));
    expect(await player.wallet()).toEqual({ coins: PACK.coins, held: 0 });
  });
});

describe('the order of locks', { tags: ['once'] }, () => {
  const server = testServer();

  type Case = {
    /** The rows that another transaction holds. */
    hold: (trx: Trx) => Promise<unknown>;
    /** The work done meanwhile, which must wait. */
    work: () => Promise<unknown>;
    /** The rows that the other transaction takes next: the two must not wait for each other. */
    take: RawBuilder<unknown>;
  };

  async function expectNoDeadlock({ hold, work, take }: Case): Promise<void> {
    const { db } = server();
    let working: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await hold(trx);
      working = work();
      await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(1);
      await sql`${take} for update nowait`.execute(trx);
    });
    await working;
  }

  // The embedded database has one connection: there nothing happens at once.
  describe.runIf(TEST_DATABASE_URL !== '')('at the same time', () => {
    test('two take over a period paid by airtime without waiting for each other', async () => {
      const player = await lapsed(server());
      const watched = watchOperator(server(), { charge: lostAnswer, look: knowsNoPlan });
      await player.get(subscribe(player, 'daily'), { key: newKey() });
      watched.stop();
      server().clock.at += 4 * 60_000;
      await expectNoDeadlock({
        hold: (trx) => lockNumber(trx, stored(player.phone)),
        work: () => reconcileOnce(server()),
        take: sql`select from airtime_charges where reference = ${watched.charges[0]}`,
      });
      expect(await player.wallet()).toMatchObject({ coins: 2000 });
    });

    test('a plan by airtime is taken back beside another payment of its player', async () => {
      const player = await server().subscriber();
      const [period] = await periodsOf(player);
      const reference = period?.reference ?? '';
      const { db, clock } = server();
      const reverse = () =>
        db.transaction().execute((trx) => reversePayment(trx, reference, clock.at));
      await expectNoDeadlock({
        hold: (trx) => lockPlayer(trx, player.id),
        work: reverse,
        take: sql`select from subscriptions where reference = ${reference}`,
      });
      expect(await player.wallet()).toMatchObject({ coins: 0 });
    });
  });
});
