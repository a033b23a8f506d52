import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sandboxHolderOf } from '../../../server/sandbox/bank-listing.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { payoutsReplySchema } from '../../../src/contract/payouts.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { accountOf, addAccount, nameOf, newAccount } from '../accounts/bank-calls.ts';
import {
  close,
  countOf,
  goOn,
  leaving,
  payDue,
  payoutsOn,
  prize,
  ready,
  score,
  thisWeek,
  winnings,
} from '../prizes/prize-calls.ts';

describe('payouts', () => {
  const server = testServer();

  /** Moves on until the week of these players is paid. */
  async function settle(): Promise<void> {
    const week = thisWeek(server());
    close(server(), week);
    await payDue(server());
  }

  const seen = (player: TestPlayer, references: string[]) =>
    server().call('PUT', '/payouts/seen', {
      body: { references },
      headers: { authorization: `Bearer ${player.token}` },
    });

  const remove = (player: TestPlayer) =>
    player.delete('/user', { word: 'DELETE' }, { key: newKey() });

  test('a player sees their own prizes, the newest first', async () => {
    server().toNextWeek();
    const player = await ready(server(), 100);
    await settle();
    server().toNextWeek();
    await score(player, 50);
    const other = await ready(server(), 60);
    await settle();
    const { body } = await player.get('/payouts');
    const reply = v.parse(payoutsReplySchema, body);
    expect(reply.status && reply.data.map(({ place, netKobo }) => [place, netKobo])).toEqual([
      [2, 10_000],
      [1, 20_000],
    ]);
    expect(await prize(other)).toMatchObject({ place: 1 });
    await expectRefused(server(), () => server().call('GET', '/payouts'), 401, 'session/required');
  });

  test('the prizes that a player was greeted with are noted, nobody else’s', async () => {
    server().toNextWeek();
    const [player, other] = [await ready(server(), 100), await ready(server(), 90)];
    await settle();
    const references = [(await prize(player)).reference, (await prize(other)).reference];
    expect(await seen(player, references)).toMatchObject({ status: 200 });
    expect(await prize(player)).toMatchObject({ isSeen: true });
    expect(await prize(other)).toMatchObject({ isSeen: false });
  });

  test('my data has the prizes', async () => {
    server().toNextWeek();
    const player = await ready(server(), 100);
    await settle();
    const { data } = (await player.get('/user/data')).body as { data: Record<string, unknown> };
    expect(data.payouts).toEqual(await winnings(player));
  });

  test('an account is not deleted while a prize is on its way to it', async () => {
    server().toNextWeek();
    const player = await ready(server(), 100);
    await settle();
    await expectRefused(server(), () => remove(player), 409, 'payout/on-its-way');
    await goOn(player, leaving());
    await expectRefused(server(), () => remove(player), 409, 'payout/on-its-way');
    await goOn(player, { event: 'paid', by: 'sender' });
    expect(await remove(player)).toMatchObject({ status: 200 });
  });

  test('a held prize is given up with its account, and the next place is paid', async () => {
    server().toNextWeek();
    const week = thisWeek(server());
    const player = await server().signUp();
    await score(player, 500);
    for (let place = 2; place <= 11; place += 1) await ready(server(), 300 - place);
    await settle();
    expect(await remove(player)).toMatchObject({ status: 200 });
    const made = await payoutsOn(server(), 'weekly', week);
    expect(
      made.map(({ place, state }) => `${place} ${state}`).filter((one) => !/approved/.test(one)),
    ).toEqual(['1 lapsed', '11 checking']);
  });

  test('payouts are kept for six years, and those that wait for longer', async () => {
    server().toNextWeek();
    const [paid, waiting] = [await ready(server(), 100), await server().signUp()];
    await score(waiting, 60);
    await settle();
    await goOn(waiting, { event: 'held', by: 'operator', reasons: ['under-review'] });
    await goOn(paid, leaving());
    await goOn(paid, { event: 'paid', by: 'sender' });
    const before = await countOf(server(), 'payouts');
    server().clock.at = Date.parse('2032-10-01T11:00:00Z');
    await sweep(server().services, server().app.log);
    expect(await countOf(server(), 'payouts')).toBe(before);
    server().clock.at = Date.parse('2035-01-01T11:00:00Z');
    await sweep(server().services, server().app.log);
    const left = await server().db.selectFrom('payouts').select('state').execute();
    expect(left.map(({ state }) => state)).toContain('held');
    expect(left.map(({ state }) => state)).not.toContain('paid');
  });
});

describe('banks', () => {
  const HOUR_MS = 3_600_000;

  const server = testServer();

  const sandbox = () => server().operator.fetch;

  let asSandbox: ReturnType<typeof sandbox>;

  beforeEach(() => {
    asSandbox ??= sandbox();
    server().operator.fetch = asSandbox;
  });

  test('an account is kept in the name that the bank gives, and shown by its last digits', async () => {
    const player = await server().signUp();
    expect(await accountOf(player)).toBeNull();
    expect((await player.user()).hasBank).toBe(false);
    const number = newAccount();
    const resolved = await nameOf(player, number);
    const { account_name: name } = resolved.body.data as { account_name: string };
    const reply = await addAccount(player, number, { acctName: ` ${name.toLowerCase()}  ` });
    const bank = {
      bankName: 'Access Bank',
      acctNumber: `*******${number.slice(-3)}`,
      acctName: name,
      heldUntil: new Date(server().clock.at + DAY_MS).toISOString(),
    };
    expect(reply.body).toEqual({
      status: true,
      data: { bank },
      message: 'Bank added successfully',
    });
    expect(await accountOf(player)).toEqual(bank);
    expect((await player.user()).hasBank).toBe(true);
    expect(JSON.stringify([resolved.body, reply.body])).not.toContain(number);
  });

  test('an account whose holder differs from the shown one is not stored', async () => {
    const player = await server().signUp();
    for (const acctName of ['A THIEF', '', 'ADA']) {
      const call = () => addAccount(player, newAccount(), { acctName });
      const refused = await expectRefused(server(), call, 409, 'bank/other-name');
      expect(refused.body.message).toBe(
        'Your bank gives another name for this account now. Check it and submit again.',
      );
    }
    expect(await accountOf(player)).toBeNull();
  });

  describe('of two banks of one name', () => {
    const TWINS = [
      { name: 'Rubies MFB', code: '125' },
      { name: 'Rubies MFB', code: '090175' },
      { name: 'Kuda Bank', code: '50211' },
      { name: 'Kuda Microfinance Bank', code: '50211' },
      { name: 7, code: '999' },
      { name: 'Old Bank', code: '998', active: false },
      { name: 'Gone Bank', code: '997', is_deleted: true },
      { name: 'Far Bank', code: '996', supports_transfer: false },
    ];
    const twins = async (url: string) => {
      const asked = new URL(url);
      if (!asked.pathname.endsWith('/resolve')) return Response.json({ status: true, data: TWINS });
      const number = asked.searchParams.get('account_number');
      const account_name = `HOLDER AT ${asked.searchParams.get('bank_code')}`;
      return Response.json({ status: true, data: { account_number: number, account_name } });
    };

    // The list is cached for a day, so another test's request must be out of date.
    const begin = async () => {
      server().clock.at += DAY_MS;
      server().operator.fetch = async (url) => twins(String(url));
      return server().signUp();
    };

    afterAll(() => {
      server().clock.at += DAY_MS;
    });

    test('the one that was chosen is kept', async () => {
      const player = await begin();
      for (const bankCode of ['125', '090175']) {
        const chosen = { bankName: 'Rubies MFB', bankCode, acctName: `HOLDER AT ${bankCode}` };
        const reply = await addAccount(player, newAccount(), chosen);
        expect(reply.body.data).toMatchObject({
          bank: { bankName: 'Rubies MFB', acctName: `HOLDER AT ${bankCode}` },
        });
      }
    });

    test('none is guessed by the name alone', async () => {
      const player = await begin();
      const call = () => addAccount(player, newAccount(), { bankName: 'Rubies MFB' });
      await expectRefused(server(), call, 422, 'request/invalid');
    });

    test('a bank with two names is kept by the one that was chosen', async () => {
      const player = await begin();
      const bankName = 'Kuda Microfinance Bank';
      const chosen = { bankName, bankCode: '50211', acctName: 'HOLDER AT 50211' };
      const reply = await addAccount(player, newAccount(), chosen);
      expect(reply.body.data).toMatchObject({ bank: { bankName } });
    });

    test('an odd row and closed banks are left out, and the rest of the list stays', async () => {
      const { token } = await begin();
      const list = await server().call('GET', '/bank', {
        api: '/bank-listing',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(list.body.data).toEqual(TWINS.slice(0, 4));
    });
  });

  test('neither number nor name lies in the database as it is', async () => {
    const player = await server().signUp();
    const number = newAccount();
    const { body } = await addAccount(player, number);
    const { acctName } = (body.data as { bank: { acctName: string } }).bank;
    const { db } = server();
    const rows = JSON.stringify([
      await db.selectFrom('bank_accounts').selectAll().execute(),
      await db.selectFrom('bank_lookups').selectAll().execute(),
      await db.selectFrom('idempotency_records').selectAll().execute(),
    ]);
    expect(rows).not.toContain(number);
    expect(rows).not.toContain(acctName);
  });

  test('an account moved to another player cannot be opened', async () => {
    const [ada, bola] = [await server().signUp(), await server().signUp()];
    await addAccount(ada, newAccount());
    await addAccount(bola, newAccount());
    const { db } = server();
    const own = () =>
      db.selectFrom('bank_accounts').select('sealed').where('player_id', '=', bola.id);
    const { sealed } = await own().executeTakeFirstOrThrow();
    const of = db.selectFrom('bank_accounts').select('sealed').where('player_id', '=', ada.id);
    const theirs = await of.executeTakeFirstOrThrow();
    const put = (text: string) =>
      db.updateTable('bank_accounts').set({ sealed: text }).where('player_id', '=', bola.id);
    await put(theirs.sealed).execute();
    const reply = await server().app.inject({
      url: '/api/v2/banks',
      headers: { authorization: `Bearer ${bola.token}` },
    });
    expect(reply.statusCode).toBe(500);
    await put(sealed).execute();
  });

  test('a repeated call keeps one account, and another body with its key is refused', async () => {
    const player = await server().signUp();
    const [number, key] = [newAccount(), newKey()];
    const first = await addAccount(player, number, { key });
    expect((await addAccount(player, number, { key })).body).toEqual(first.body);
    const other = () => addAccount(player, newAccount(), { key });
    await expectRefused(server(), other, 422, 'idempotency/mismatch');
  });

  test('an account that the bank does not know is refused', async () => {
    const player = await server().signUp();
    const number = newAccount('0');
    const asked = await expectRefused(
      server(),
      () => nameOf(player, number),
      422,
      'bank/unresolved',
    );
    expect(asked.body.message).toBe('Invalid acct details');
    await expectRefused(server(), () => addAccount(player, number), 422, 'bank/unresolved');
  });

  test.each([
    ['nine digits', { acctNumber: '012345678' }],
    ['eleven digits', { acctNumber: '01234567891' }],
    ['a number', { acctNumber: 123_456_785 }],
    ['another parameter behind', { acctNumber: '0123456785&bank_code=1' }],
    ['no bank', { bankName: '' }],
    ['a bank that is on no list', { bankName: 'Bank of Thieves' }],
    ['a bank of 300 letters', { bankName: 'A'.repeat(300) }],
    ['a code of no bank', { bankCode: '99999' }],
    ['a code that is none', { bankCode: '04/4' }],
    ['no name', { acctName: undefined }],
    ['a list of names', { acctName: ['ADA'] }],
    ['a challenge that is none', { challenge: 7 }],
  ])('an account with %s is refused', async (_what, wrong) => {
    const player = await server().signUp();
    const body = { bankName: 'Access Bank', acctNumber: '0123456785', acctName: 'ADA', ...wrong };
    const call = () => player.post('/banks', body, { key: newKey() });
    await expectRefused(server(), call, 422, 'request/invalid');
  });

  test.each([
    'account_number=012345678&bank_code=044',
    'account_number=0123456785&bank_code=04/4',
    'account_number=0123456785&bank_code=',
    'account_number=0123456785&account_number=0123456786&bank_code=044',
    'bank_code=044',
  ])('the holder of an account cannot be looked up by %s', async (query) => {
    const { token } = await server().signUp();
    const call = () =>
      server().call('GET', `/bank/resolve?${query}`, {
        api: '/bank-listing',
        headers: { authorization: `Bearer ${token}` },
      });
    await expectRefused(server(), call, 422, 'request/invalid');
  });

  test('only players ask', async () => {
    for (const [path, api] of [
      ['/banks', '/api/v2'],
      ['/bank', '/bank-listing'],
      ['/bank/resolve?account_number=0123456785&bank_code=044', '/bank-listing'],
    ] as const) {
      const call = () => server().call('GET', path, { api });
      await expectRefused(server(), call, 401, 'session/required');
    }
  });

  test("another player's account is taken, however the number is sent", async () => {
    const [ada, bola] = [await server().signUp(), await server().signUp()];
    const number = newAccount();
    await addAccount(ada, number);
    await expectRefused(server(), () => addAccount(bola, number), 409, 'bank/taken');
    await addAccount(bola, newAccount());
    await expectRefused(server(), () => addAccount(bola, number), 409, 'bank/taken');
    // The same digits at another bank are another account.
    expect((await addAccount(bola, number, { bankName: 'Zenith Bank' })).status).toBe(200);
  });

  test('if two players add one account at the same time, one gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const players = await Promise.all([server().signUp(), server().signUp()]);
      const number = newAccount();
      const replies = await Promise.all(players.map((player) => addAccount(player, number)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const owners = await Promise.all(players.map(accountOf));
      expect(owners.filter((bank) => bank !== null)).toHaveLength(1);
    }
  });

  test('if one player adds two accounts at the same time, the later is a change or refused', async () => {
    const player = await server().signUp();
    const replies = await Promise.all([
      addAccount(player, newAccount()),
      addAccount(player, newAccount()),
    ]);
    const statuses = replies.map(({ status }) => status).sort();
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses);
  });

  test('each new account waits for 24 hours, the first one too; the same one added again does not', async () => {
    const player = await server().signUp();
    const number = newAccount();
    const addedAt = server().clock.at;
    await addAccount(player, number);
    server().clock.at += HOUR_MS;
    await addAccount(player, number);
    expect(await accountOf(player)).toMatchObject({
      heldUntil: new Date(addedAt + DAY_MS).toISOString(),
    });
    server().clock.at = addedAt + DAY_MS;
    expect(await accountOf(player)).toMatchObject({ heldUntil: null });
    const changed = newAccount();
    const reply = await addAccount(player, changed, { bankName: 'Zenith Bank' });
    const heldUntil = new Date(server().clock.at + DAY_MS).toISOString();
    expect(reply.body.data).toMatchObject({
      bank: { bankName: 'Zenith Bank', acctNumber: `*******${changed.slice(-3)}`, heldUntil },
    });
    // The account that was given up is free for another player.
    expect((await addAccount(await server().signUp(), number)).status).toBe(200);
    server().clock.at += DAY_MS;
    expect(await accountOf(player)).toMatchObject({ heldUntil: null });
  });

  test('ten accounts an hour and thirty a day can be asked about', async () => {
    const player = await server().signUp();
    const asked = newAccount();
    await nameOf(player, asked);
    const ask = async (count: number) => {
      for (let one = 0; one < count; one++)
        expect((await nameOf(player, newAccount())).status).toBe(200);
    };
    await ask(9);
    const refused = await expectRefused(
      server(),
      () => nameOf(player, newAccount()),
      429,
      'rate/limited',
    );
    expect(refused.headers['retry-after']).toBe('3600');
    await expectRefused(server(), () => addAccount(player, newAccount()), 429, 'rate/limited');
    // One of the ten is free, and other players are not limited.
    expect((await nameOf(player, asked)).status).toBe(200);
    expect((await nameOf(await server().signUp(), newAccount())).status).toBe(200);
    for (let hour = 0; hour < 2; hour++) {
      server().clock.at += HOUR_MS;
      await ask(10);
    }
    server().clock.at += HOUR_MS;
    const spent = await expectRefused(
      server(),
      () => nameOf(player, newAccount()),
      429,
      'rate/limited',
    );
    expect(spent.headers['retry-after']).toBe(String((DAY_MS - 3 * HOUR_MS) / 1000));
    server().clock.at += DAY_MS;
    await ask(1);
  });

  test('many numbers asked at the same time pass no limit', async () => {
    const player = await server().signUp();
    const replies = await Promise.all(
      Array.from({ length: 15 }, () => nameOf(player, newAccount())),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  test('the banks are requested once a day, and served while the listing is down', async () => {
    const { token } = await server().signUp();
    const list = () =>
      server().call('GET', '/bank', {
        api: '/bank-listing',
        headers: { authorization: `Bearer ${token}` },
      });
    const first = await list();
    expect(first.body.data).toContainEqual({ name: 'Guaranty Trust Bank', code: '058' });
    const fetch = vi.fn<typeof asSandbox>(async () => new Response('<html>', { status: 502 }));
    server().operator.fetch = fetch;
    expect((await list()).body).toEqual(first.body);
    expect(fetch).not.toHaveBeenCalled();
    server().clock.at += DAY_MS;
    expect((await list()).body).toEqual(first.body);
    expect(fetch).toHaveBeenCalled();
  });

  test('while the listing is down nothing is kept, and the same call is done later', async () => {
    const player = await server().signUp();
    const number = newAccount('9');
    await expectRefused(server(), () => nameOf(player, number), 502, 'bank/unavailable');
    const key = newKey();
    const add = () => addAccount(player, number, { key });
    await expectRefused(server(), add, 502, 'bank/unavailable');
    const acctName = sandboxHolderOf(number);
    server().operator.fetch = async () =>
      Response.json({ status: true, data: { account_number: number, account_name: acctName } });
    expect((await add()).body.data).toMatchObject({ bank: { acctName } });
  });
});
