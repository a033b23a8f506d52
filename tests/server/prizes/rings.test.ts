import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  deleteUnusedMarks,
  markKeptAccounts,
  plainHolder,
} from '../../../server/accounts/profile/bank-accounts.ts';
import { openVault } from '../../../server/crypto/vault.ts';
import { accountSharers } from '../../../server/prizes/rings.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import type { Way } from '../../../src/rules/money.ts';
import { operate } from '../../support/desk.ts';
import { winner } from '../../support/honesty/people.ts';
import { PLANS, type RINGS, ringDays } from '../../support/honesty/rings.ts';
import { played } from '../../support/proof.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { close, goOn, hasProved, payDue, payLater, prize, score, thisWeek } from './prize-calls.ts';

const SEED = 20_261_128;

const DAYS = 40;

const BESIDE = [0, 10, 20, 50, 100, 200];

const plans = Object.keys(PLANS);

test.each([
  'one phone, payer and address',
  'phones and payers of their own, one address',
] satisfies (keyof typeof RINGS)[])(
  'a ring of ten accounts with %s loses money, however it plays, alone and beside others',
  (ring) => {
    for (const plan of plans) {
      for (const honest of BESIDE) {
        for (const by of [undefined, winner]) {
          const { cost, paid } = ringDays({ ring, plan, honest, ...(by && { by }) }, DAYS, SEED);
          expect(paid, `${plan} beside ${honest}`).toBeLessThan(0.75 * cost);
        }
      }
    }
  },
  60_000,
);

test('a ring of ten that is alone loses 40 % at least, whatever it shares and whoever lets it pass', () => {
  const climb = { plan: 'climb into Tier 3', honest: 0, by: winner };
  for (const plan of plans) {
    const day = ringDays({ ...climb, plan, ring: 'nothing in common' }, DAYS, SEED);
    expect(day.paid + day.held, plan).toBeLessThanOrEqual(0.6 * day.cost);
  }
  // With fixed prizes.
  const { fixed, cost } = ringDays({ ...climb, ring: 'nothing in common' }, DAYS, SEED);
  expect(fixed).toBeGreaterThan(2 * cost);
});

describe('players who share an account', () => {
  const server = testServer();

  let sandbox: ReturnType<typeof server>['operator']['fetch'] | undefined;

  let holder = 'ADA OKAFOR';

  const BANKS = [
    { name: 'Access Bank', code: '044' },
    { name: 'Access Bank (Diamond)', code: '063' },
    { name: 'Zenith Bank', code: '057' },
  ];

  /** A listing in which one person holds all accounts. */
  beforeEach(() => {
    sandbox ??= server().operator.fetch;
    const asSandbox = sandbox;
    server().operator.fetch = async (given, init) => {
      const url = new URL(String(given));
      if (!url.pathname.includes('/bank')) return asSandbox(given, init);
      if (!url.pathname.endsWith('/resolve')) return Response.json({ status: true, data: BANKS });
      const account_number = url.searchParams.get('account_number');
      return Response.json({ status: true, data: { account_number, account_name: holder } });
    };
    holder = `HOLDER OF TEST ${newKey()}`;
  });

  /** A player with an account in this name. */
  async function named(acctName: string, number = newAccount(), bankName = 'Access Bank') {
    const player = await server().signUp();
    await take(player, acctName, number, bankName);
    return player;
  }

  async function take(
    one: TestPlayer,
    acctName: string,
    number = newAccount(),
    bankName = 'Access Bank',
  ) {
    holder = acctName;
    expect((await addAccount(one, number, { acctName, bankName })).status).toBe(200);
  }

  const sharersOf = ({ id }: TestPlayer) => accountSharers(server().db, id);

  /** A run of Millionaire Rush that was played from somewhere. */
  async function runFrom(
    { id: player_id }: TestPlayer,
    where: { device?: string; address?: string },
  ) {
    const { db, clock } = server();
    const at = new Date(clock.at);
    const reference = newKey();
    await db.insertInto('rush_tickets').values({ reference, player_id, bought_at: at }).execute();
    const run = JSON.stringify({ questions: [], rows: [], used: {} });
    const from = { device_hash: where.device ?? null, address_hash: where.address ?? null };
    const whose = { id: newKey(), player_id, pool: 'all' as const, ticket: reference };
    await db
      .insertInto('rush_runs')
      .values({ ...whose, run, opened_at: at, ...from })
      .execute();
    await db
      .updateTable('rush_runs')
      .set({ state: 'counted' })
      .where('id', '=', whose.id)
      .execute();
  }

  async function paidBy({ id: player_id }: TestPlayer, payer: string, way: Way = 'mobile-money') {
    const { db, clock } = server();
    const at = new Date(clock.at);
    const by = way === 'card' ? { said: JSON.stringify({ card: payer }) } : { payer };
    const what = { way, product: 'coins-500', coins: 5, kobo: 5000 } as const;
    await db
      .insertInto('payments')
      .values({ reference: newKey(), player_id, ...what, ...by, state: 'paid', created_at: at })
      .execute();
  }

  /** A week's winner, and another player with an account in the same name, on one phone. */
  async function wonBeside(name: string) {
    server().toNextWeek();
    const week = thisWeek(server());
    const [winner, other] = [await server().subscriber(), await named(name)];
    await bornOn(winner, '1990-05-17');
    await hasProved(winner);
    await take(winner, name);
    await score(winner, 100);
    await runFrom(winner, { device: name });
    await runFrom(other, { device: name });
    close(server(), week);
    await payDue(server());
    return { winner, other };
  }

  const phoneOf = ({ phone }: TestPlayer) => `234${phone.slice(1)}`;

  test.each([
    ['Ada Okafor', 'OKAFOR  ADA'],
    ['Adé Okafor-Bello', 'OKAFOR BELLO, ADE'],
    ["ADA N. O'NEIL", 'oneil ada n'],
  ])('%s and %s are one name', (one, other) => {
    expect(plainHolder(one)).toBe(plainHolder(other));
  });

  test('another name is another one', () => {
    expect(plainHolder('ADA OKAFOR')).not.toBe(plainHolder('ADA OKAFO'));
  });

  describe('a holder’s name on two players’ accounts', () => {
    test('says nothing by itself', async () => {
      const name = holder;
      await named(name);
      expect(await sharersOf(await named(name))).toEqual([]);
    });

    test('tells them one where both played Millionaire Rush on one phone', async () => {
      const name = holder;
      const [one, other] = [
        await named(name),
        await named(name.split(' ').toReversed().join(', ')),
      ];
      await runFrom(one, { device: name });
      await runFrom(other, { device: name });
      expect(await sharersOf(one)).toEqual([{ playerId: other.id, shared: ['device'] }]);
      expect(await sharersOf(other)).toEqual([{ playerId: one.id, shared: ['device'] }]);
    });

    test('tells them one where one wallet paid for both, or one of them for the other', async () => {
      const name = holder;
      const [one, other, third] = [await named(name), await named(name), await named(name)];
      await paidBy(one, '2348030000001');
      await paidBy(other, '2348030000001');
      expect(await sharersOf(one)).toEqual([{ playerId: other.id, shared: ['payer'] }]);
      await paidBy(third, phoneOf(one));
      expect(await sharersOf(third)).toEqual([{ playerId: one.id, shared: ['payer'] }]);
      expect((await sharersOf(one)).map(({ playerId }) => playerId)).toEqual([other.id, third.id]);
    });

    test('tells them one where one card paid for both', async () => {
      const name = holder;
      const [one, other] = [await named(name), await named(name)];
      await paidBy(one, `card of ${name}`, 'card');
      expect(await sharersOf(one)).toEqual([]);
      await paidBy(other, `card of ${name}`, 'card');
      expect(await sharersOf(one)).toEqual([{ playerId: other.id, shared: ['payer'] }]);
    });

    test('tells them one where both play from a small address, and not from a carrier’s', async () => {
      const name = holder;
      const [one, other] = [await named(name), await named(name)];
      for (const player of [one, other]) {
        await runFrom(player, { address: `home of ${name}` });
      }
      expect(await sharersOf(one)).toEqual([{ playerId: other.id, shared: ['address'] }]);
      for (let more = 2; more < 20; more += 1) {
        await runFrom(await server().signUp(), { address: `home of ${name}` });
      }
      expect(await sharersOf(one)).toEqual([]);
    });

    test('tells them one where both play rounds from a small address', async () => {
      const name = holder;
      const [one, other] = [await named(name), await named(name)];
      for (const player of [one, other]) await played(player, 1, { address: `rounds of ${name}` });
      expect(await sharersOf(one)).toEqual([{ playerId: other.id, shared: ['address'] }]);
    });

    test('holds the prize for a person, who sees why and lets it pass', async () => {
      const { winner, other } = await wonBeside(holder);
      expect(await prize(winner)).toMatchObject({
        state: 'held',
        reason: 'bank-shared',
        mendBy: null,
      });
      const { lines } = await operate(server(), ['payouts', 'evidence', String(winner.id)]);
      expect(lines.join('\n')).toContain(
        `player ${other.id} has one in the same name, and shares: device`,
      );
      await goOn(winner, { event: 'released', by: 'operator' });
      await payLater(server());
      expect(await prize(winner)).toMatchObject({ state: 'approved' });
    });

    test('holds another account than the one that an operator let pass', async () => {
      const name = holder;
      const { winner } = await wonBeside(name);
      await goOn(winner, { event: 'released', by: 'operator' });
      await take(winner, name);
      await payLater(server(), DAY_MS);
      expect(await prize(winner)).toMatchObject({ state: 'held', reason: 'bank-shared' });
    });
  });

  describe('one number', () => {
    test('in one name under two codes of a bank is one account', async () => {
      const name = holder;
      const number = newAccount();
      const one = await named(name, number);
      const other = await named(name, number, 'Access Bank (Diamond)');
      expect(await sharersOf(one)).toEqual([{ playerId: other.id, shared: ['account'] }]);
      expect(await sharersOf(other)).toEqual([{ playerId: one.id, shared: ['account'] }]);
    });

    test('in two names is two accounts', async () => {
      const number = newAccount();
      const one = await named(`${holder} A`, number);
      const other = await named(`${holder} B`, number, 'Zenith Bank');
      expect([...(await sharersOf(one)), ...(await sharersOf(other))]).toEqual([]);
    });

    test('that a prize went to is remembered when its player has another by now', async () => {
      const name = holder;
      const number = newAccount();
      server().toNextWeek();
      const week = thisWeek(server());
      const first = await server().subscriber();
      await bornOn(first, '1990-05-17');
      await hasProved(first);
      await take(first, name, number);
      await score(first, 100);
      close(server(), week);
      await payDue(server());
      const { hash } = await server()
        .db.selectFrom('bank_accounts')
        .select('account_hash as hash')
        .where('player_id', '=', first.id)
        .executeTakeFirstOrThrow();
      const account = { hash, bankName: 'Access Bank', ending: '123' };
      await goOn(first, {
        event: 'sent',
        by: 'sender',
        account,
        isByHand: false,
        sentAs: 'prize-1',
      });
      await take(first, `${name} again`);
      server().clock.at += 2 * DAY_MS;
      await deleteUnusedMarks(server().db, server().clock.at);
      const second = await named(name, number, 'Access Bank (Diamond)');
      expect(await sharersOf(second)).toEqual([{ playerId: first.id, shared: ['account'] }]);
    });
  });

  describe('what tells them', () => {
    const marks = () => server().db.selectFrom('account_marks').selectAll();
    const services = async () => {
      const { db, clock } = server();
      return { db, vault: await openVault(db, []), now: () => clock.at };
    };

    test('is signed, and added at a start for accounts of before', async () => {
      const name = holder;
      const number = newAccount();
      const one = await named(name, number);
      const other = await named(name, number, 'Access Bank (Diamond)');
      const before = await marks().execute();
      expect(JSON.stringify(before)).not.toContain(name);
      expect(JSON.stringify(before)).not.toContain(number);
      await server().db.deleteFrom('account_marks').execute();
      expect(await sharersOf(one)).toEqual([]);
      // An account that cannot be opened must not keep a server from starting.
      const third = await named(`${name} third`);
      await server().db.deleteFrom('account_marks').execute();
      const sealed = { sealed: 'of.nobody' };
      const bad = server().db.updateTable('bank_accounts').set(sealed);
      await bad.where('player_id', '=', third.id).execute();
      const log = { error: vi.fn() };
      await markKeptAccounts(await services(), log);
      expect(log.error).toHaveBeenCalledTimes(1);
      expect(await sharersOf(one)).toEqual([{ playerId: other.id, shared: ['account'] }]);
    });

    test('goes a day after nobody has the account and no prize went to it', async () => {
      const [player, other] = [await named(holder), await named(`${holder} other`)];
      const { db, clock } = server();
      const hashOf = async ({ id }: TestPlayer) => {
        const own = db
          .selectFrom('bank_accounts')
          .select('account_hash')
          .where('player_id', '=', id);
        return (await own.executeTakeFirstOrThrow()).account_hash;
      };
      const [gone, kept] = [await hashOf(player), await hashOf(other)];
      await db.deleteFrom('bank_accounts').where('player_id', '=', player.id).execute();
      const left = async () => {
        const hashes = (await marks().execute()).map(({ account_hash }) => account_hash);
        return [gone, kept].map((hash) => hashes.includes(hash));
      };
      await deleteUnusedMarks(db, clock.at + DAY_MS - 1);
      expect(await left()).toEqual([true, true]);
      await deleteUnusedMarks(db, clock.at + DAY_MS + 1);
      expect(await left()).toEqual([false, true]);
    });
  });
});
