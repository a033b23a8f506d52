import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { regularly } from '../../../server/app.ts';
import type { Tables } from '../../../server/database/tables.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { newKey, testServer } from '../../support/server.ts';
import {
  askForCode,
  inboxOf,
  OPERATOR_SECRET,
  operatorProof,
  stored,
} from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  answering,
  knowsNoPlan,
  subscribe,
  watchOperator,
} from '../accounts/subscription-calls.ts';
import { expected } from '../payments/card-calls.ts';
import { prompted } from '../payments/collection-calls.ts';

describe('sweep', () => {
  const server = testServer();

  const count = async (table: keyof Tables) =>
    (await server().db.selectFrom(table).selectAll().execute()).length;

  /** The rows left in a table just before the row's time is over, and just after. */
  async function keptFor(table: keyof Tables, days: number): Promise<number[]> {
    const left = [];
    for (const wait of [days * DAY_MS, 1]) {
      server().clock.at += wait;
      await sweep(server().services, server().app.log);
      left.push(await count(table));
    }
    return left;
  }

  test('visits by campaign links are kept for 90 days', async () => {
    await server().call('POST', '/campaigns', { body: { msisdn: '', referer: 'a', txnId: 'b' } });
    expect(await keptFor('campaign_visits', 90)).toEqual([1, 0]);
  });

  test('messages are kept for a year', async () => {
    const body = { email: 'a@b.ng', phone: '08030000014', subject: 's', message: 'm', type: 't' };
    await server().call('POST', '/contact', { api: '/api/v1', body });
    expect(await keptFor('contact_messages', 365)).toEqual([1, 0]);
  });

  test('a charge without a known end is kept for 30 days', async () => {
    const player = await server().signUp();
    const none = () => Response.json({ status: 'none' });
    const operator = watchOperator(server(), { charge: answering('pending'), look: none });
    await player.get(subscribe(player), { key: newKey() });
    operator.stop();
    expect(await keptFor('charge_attempts', 30)).toEqual([1, 0]);
  });

  test("a number's payments wait for its sign-up for a year from their end", async () => {
    await server().call('GET', subscribe({ phone: server().newPhone() }));
    expect(await keptFor('paid_periods', 7 + 365)).toEqual([1, 0]);
  });
});

describe('proofs that were used', () => {
  const server = testServer({
    env: { SIGN_IN_POLICY: 'otp', OPERATOR_PROOF_SECRET: OPERATOR_SECRET },
  });

  const sweepNow = () => sweep(server().services, server().app.log);

  test('a used proof is remembered for as long as it would be good', async () => {
    const phone = server().newPhone();
    // The operator's clock is ahead by as much as is tolerated.
    const proof = operatorProof(phone, server().clock.at + 59_000);
    const lookUp = async () =>
      (await server().call('GET', `/user/${phone}?proof=${proof}`)).body.code;
    expect(await lookUp()).toBe('user/unknown');
    // To just before six minutes: its five, and the minute that it was ahead.
    for (let looks = 0; looks < 8; looks += 1) {
      expect(await lookUp()).toBe('user/challenge');
      server().clock.at += 50_000;
      await sweepNow();
    }
    server().clock.at += 10 * 60_000;
    await sweepNow();
    expect(await server().db.selectFrom('used_proofs').selectAll().execute()).toEqual([]);
  });

  test('challenges are kept for their day’s count, then they go with their texts', async () => {
    const phone = server().newPhone();
    await askForCode(server(), phone);
    server().clock.at += DAY_MS;
    await sweepNow();
    const kept = () =>
      server()
        .db.selectFrom('challenges')
        .selectAll()
        .where('phone', 'like', `%${phone.slice(1)}`);
    expect(await kept().execute()).toHaveLength(1);
    server().clock.at += DAY_MS + 1;
    await sweepNow();
    expect(await kept().execute()).toEqual([]);
    expect(await inboxOf(server(), phone)).toEqual([]);
  });
});

describe('regularly', () => {
  beforeEach(() => void vi.useFakeTimers());

  afterEach(() => void vi.useRealTimers());

  const start = (work: (signal: AbortSignal) => Promise<void>) => {
    const error = vi.fn();
    return { error, stop: regularly({ what: 'it', everyMs: 1000, work }, { error }) };
  };

  test('work is done each time until its end, and a failure is logged', async () => {
    const work = vi.fn(async () => {});
    const { error, stop } = start(work);
    work.mockRejectedValueOnce(new Error('the database is away'));
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).toHaveBeenCalledTimes(3);
    expect(error.mock.calls).toEqual([[{ err: expect.any(Error) }, 'it failed']]);
    await stop();
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('work that takes longer is not begun twice, and its end is waited for', async () => {
    const going: { signal: AbortSignal; end: () => void }[] = [];
    const { stop } = start(
      (signal) => new Promise<void>((resolve) => going.push({ signal, end: resolve })),
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(going).toHaveLength(1);
    const [first] = going;
    const stopped = vi.fn();
    const ending = stop().then(stopped);
    await vi.advanceTimersByTimeAsync(0);
    expect(first?.signal.aborted).toBe(true);
    expect(stopped).not.toHaveBeenCalled();
    first?.end();
    await ending;
    expect(stopped).toHaveBeenCalledOnce();
  });
});

describe('retention', () => {
  const server = testServer();

  const SIX_YEARS_ON = new Date('2032-11-18T11:00:00Z').getTime();

  const sweepNow = () => sweep(server().services, server().app.log);

  const rowsOf = (table: keyof Tables) => server().db.selectFrom(table).selectAll().execute();

  const countOf = async (table: keyof Tables) => (await rowsOf(table)).length;

  const remove = (player: TestPlayer) =>
    player.delete('/user', { word: 'DELETE' }, { key: newKey() });

  test('the number that paid for a deleted account is kept for 90 days after it', async () => {
    const player = await server().subscriber();
    const { msisdn } = await prompted(player, { product: 'coins-100', amount: 100 });
    await server()
      .db.updateTable('payments')
      .set({ state: 'mismatched', ended_at: new Date(server().clock.at) })
      .execute();
    await remove(player);
    const payers = async () =>
      (await rowsOf('payments')).map((row) => (row as { payer: unknown }).payer);
    server().clock.at += 90 * DAY_MS;
    await sweepNow();
    expect(await payers()).toEqual([msisdn]);
    server().clock.at += 1;
    await sweepNow();
    expect(await payers()).toEqual([null]);
  });

  test('a number that never had an account is kept for a year with what it agreed to', async () => {
    const phone = server().newPhone();
    const watched = watchOperator(server(), { charge: answering('refused'), look: knowsNoPlan });
    await server().call('GET', `/payments/subscribe/airtime/${phone}?plan=daily`, {
      headers: { 'idempotency-key': newKey() },
    });
    watched.stop();
    const numbers = async () =>
      [...(await rowsOf('consents')), ...(await rowsOf('airtime_charges'))]
        .map((row) => (row as { phone: string }).phone)
        .filter((number) => number === stored(phone) || number === 'deleted-number');
    const before = await numbers();
    expect(before).toContain(stored(phone));
    server().clock.at += 365 * DAY_MS;
    await sweepNow();
    expect(await numbers()).toEqual(before);
    server().clock.at += 1;
    await sweepNow();
    expect(await numbers()).toEqual(before.map(() => 'deleted-number'));
  });

  test('payments, consents, disputes, refunds, claims and reports are kept for six years', async () => {
    const { db, clock } = server();
    clock.at = Date.parse('2026-11-18T11:00:00Z');
    for (const table of ['disputes', 'payments', 'subscriptions'] as const) {
      await db.deleteFrom(table).execute();
    }
    const player = await server().signUp();
    const reference = await expected(player);
    const at = new Date(clock.at);
    const whose = { reference, player_id: player.id };
    await db.insertInto('disputes').values({ reference, id: 'd', state: 'won', at }).execute();
    await db
      .insertInto('refunds')
      .values({ credit_key: 'k', ...whose, way: 'card', kobo: 1, state: 'sent', at })
      .execute();
    await db
      .insertInto('claims')
      .values({ credit_key: 'k', ...whose, coins: 1, at })
      .execute();
    await db
      .insertInto('payment_reports')
      .values({ reference, what: 'unexpected', body: '{}', at })
      .execute();
    await db
      .insertInto('airtime_charges')
      .values({ reference: 'a', phone: stored(player.phone), kobo: 1, at })
      .execute();
    await db
      .insertInto('subscriptions')
      .values({ ...whose, plan: 'daily', way: 'card', kobo: 1, starts_at: at, ends_at: at })
      .execute();
    const tables = [
      'payments',
      'consents',
      'disputes',
      'refunds',
      'claims',
      'payment_reports',
      'airtime_charges',
      'subscriptions',
    ] as const;
    const left = async () => Promise.all(tables.map((table) => countOf(table)));
    const before = await left();
    expect(before.every((rows) => rows > 0)).toBe(true);
    clock.at = SIX_YEARS_ON;
    await sweepNow();
    expect(await left()).toEqual(before);
    clock.at += 400 * DAY_MS;
    await sweepNow();
    expect(await left()).toEqual(tables.map(() => 0));
  });

  test('limits per address are kept for an hour, signed', async () => {
    await server().call('POST', '/campaigns', { body: { msisdn: '', referer: 'a', txnId: 'b' } });
    const rows = JSON.stringify(await rowsOf('address_counts'));
    expect(rows).toContain('address_hash');
    expect(rows).not.toContain('127.0.0.1');
    server().clock.at += 2 * 3_600_000;
    await sweepNow();
    expect(await countOf('address_counts')).toBe(0);
  });
});
