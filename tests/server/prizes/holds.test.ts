import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { openVault } from '../../../server/crypto/vault.ts';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { beginSending } from '../../../server/prizes/send.ts';
import { DAY_MS, lagosDate } from '../../../src/rules/calendar.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { chargeOf, expected, success, webhook } from '../payments/card-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { spend } from '../payments/undone-calls.ts';
import {
  close,
  goOn,
  hasProved,
  type Inbox,
  idOf,
  killedAfter,
  payDue,
  payLater,
  payoutsOn,
  prize,
  prizeBooks,
  ready,
  score,
  thisDay,
  thisWeek,
} from './prize-calls.ts';

describe('holds', () => {
  const server = testServer();

  /** A player who has won a week, as they are once it is final. */
  async function winner(prepare: (player: TestPlayer) => Promise<unknown>): Promise<TestPlayer> {
    server().toNextWeek();
    const week = thisWeek(server());
    const player = await server().subscriber();
    await hasProved(player);
    await score(player, 100);
    await prepare(player);
    close(server(), week);
    await payDue(server());
    return player;
  }

  const complete = async (player: TestPlayer) => {
    await bornOn(player, '1990-05-17');
    await addAccount(player, newAccount());
  };

  const payoutState = async (player: TestPlayer) => {
    const { state, reason } = await prize(player);
    return [state, reason];
  };

  test('without a bank account it waits for one, and goes on a day after one is saved', async () => {
    const player = await winner((one) => bornOn(one, '1990-05-17'));
    expect(await prize(player)).toMatchObject({
      state: 'held',
      reason: 'no-bank-account',
      mendBy: new Date(server().clock.at + 30 * DAY_MS).toISOString(),
    });
    await addAccount(player, newAccount());
    expect(await prize(player)).toMatchObject({
      state: 'held',
      reason: 'bank-changed',
      mendBy: null,
      resumesAt: new Date(server().clock.at + DAY_MS).toISOString(),
    });
    await payLater(server(), DAY_MS);
    expect(await prize(player)).toMatchObject({ state: 'approved', reason: null, mendBy: null });
  });

  test('without a date of birth it waits for one, and goes on as soon as one is saved', async () => {
    const player = await winner((one) => addAccount(one, newAccount()));
    expect(await payoutState(player)).toEqual(['held', 'no-birth-date']);
    await player.putForm('/user', { dob: '1990-05-17' }, { key: newKey() });
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  test('reasons that the player can fix are shown first, and all must be fixed', async () => {
    const player = await winner(async () => {});
    expect(await payoutState(player)).toEqual(['held', 'no-bank-account']);
    await addAccount(player, newAccount());
    expect(await payoutState(player)).toEqual(['held', 'no-birth-date']);
  });

  /** Gives a player their 18th birthday on the Lagos day of an instant. */
  const eighteenOn = (player: TestPlayer, at: number) => {
    const [year, ...monthAndDay] = lagosDate(at).split('-');
    return bornOn(player, [Number(year) - 18, ...monthAndDay].join('-'));
  };

  test('a player under 18 when the period ended is not paid, though they are 18 today', async () => {
    const player = await winner(async (one) => {
      await complete(one);
      await eighteenOn(one, thisWeek(server()).endsAt);
    });
    expect(await payoutState(player)).toEqual(['held', 'under-age']);
  });

  test('a player who turned 18 on the last day of the period is paid', async () => {
    const player = await winner(async (one) => {
      await complete(one);
      await eighteenOn(one, thisWeek(server()).endsAt - 1);
    });
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  test('a changed bank account waits 24 hours, and then goes on by itself', async () => {
    const player = await winner(async (one) => {
      await complete(one);
      server().clock.at = thisWeek(server()).endsAt + DAY_MS;
      await addAccount(one, newAccount());
      server().clock.at -= DAY_MS + 1;
    });
    const changed = thisWeek(server()).startsAt + DAY_MS;
    expect(await prize(player)).toMatchObject({
      state: 'held',
      reason: 'bank-changed',
      mendBy: null,
      resumesAt: new Date(changed + DAY_MS).toISOString(),
    });
    await payLater(server(), DAY_MS - 61_000);
    expect(await payoutState(player)).toEqual(['held', 'bank-changed']);
    await payLater(server());
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  test('debts are settled first', async () => {
    const player = await winner(async (one) => {
      await complete(one);
      const at = new Date(server().clock.at);
      const claim = { credit_key: newKey(), reference: newKey(), player_id: one.id, coins: 5, at };
      await server().db.insertInto('claims').values(claim).execute();
    });
    expect(await prize(player)).toMatchObject({ state: 'held', reason: 'claim', mendBy: null });
    await server()
      .db.updateTable('claims')
      .set({ closed_at: new Date(server().clock.at) })
      .where('player_id', '=', player.id)
      .execute();
    await payLater(server());
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  /** A run that looks played by a machine, now. */
  async function flaggedRun({ id: player_id }: TestPlayer): Promise<void> {
    const { db, clock } = server();
    const at = new Date(clock.at);
    const reference = newKey();
    const ticket = { reference, player_id, bought_at: at };
    await db.insertInto('rush_tickets').values(ticket).execute();
    const run = JSON.stringify({ questions: [], rows: [], used: {} });
    const id = newKey();
    await db
      .insertInto('rush_runs')
      .values({ id, player_id, pool: 'all', ticket: reference, run, opened_at: at })
      .execute();
    await db
      .updateTable('rush_runs')
      .set({ state: 'counted', closed_at: at, flags: ['times-too-even'] })
      .where('id', '=', id)
      .execute();
  }

  test('a flagged run of the day waits for a person, who lets it pass', async () => {
    server().toNextWeek();
    const day = thisDay(server());
    const rush = { played: 'rush' as const };
    const player = await ready(server(), 100, rush);
    await flaggedRun(player);
    for (let nth = 0; nth < 9; nth += 1) await ready(server(), 75, rush);
    close(server(), day);
    await payDue(server());
    expect(await prize(player)).toMatchObject({
      state: 'held',
      reason: 'under-review',
      mendBy: null,
    });
    await payLater(server(), 60 * DAY_MS);
    expect(await payoutState(player)).toEqual(['held', 'under-review']);
    await goOn(player, { event: 'released', by: 'operator' });
    await payDue(server());
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  test('a flagged run of the day before holds nothing', async () => {
    server().toNextWeek();
    const rush = { played: 'rush' as const };
    const player = await ready(server(), 1, rush);
    await flaggedRun(player);
    server().clock.at += DAY_MS;
    const day = thisDay(server());
    await score(player, 100, rush);
    for (let nth = 0; nth < 9; nth += 1) await ready(server(), 75, rush);
    close(server(), day);
    await payDue(server());
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  test('an operator stops what is approved until they let it go on', async () => {
    const player = await winner(complete);
    await goOn(player, { event: 'held', by: 'operator', reasons: ['under-review'] });
    await payLater(server());
    expect(await payoutState(player)).toEqual(['held', 'under-review']);
    await goOn(player, { event: 'released', by: 'operator' });
    await payDue(server());
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  test('a claim that an operator let pass says nothing of the next one', async () => {
    const { db, clock } = server();
    let reference = '';
    const player = await winner(async (one) => {
      await complete(one);
      reference = await expected(one);
      await webhook(server(), success(chargeOf(one, reference)));
      const of = { credit_key: newKey(), reference: newKey(), player_id: one.id, coins: 5 };
      await db
        .insertInto('claims')
        .values({ ...of, at: new Date(clock.at) })
        .execute();
    });
    expect(await payoutState(player)).toEqual(['held', 'claim']);
    await goOn(player, { event: 'released', by: 'operator' });
    await payDue(server());
    expect(await payoutState(player)).toEqual(['approved', null]);
    const { coins } = await db
      .selectFrom('wallets')
      .select('coins')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow();
    await spend(server(), player, coins);
    await db.transaction().execute((trx) => reversePayment(trx, reference, clock.at));
    await send(player);
    expect(await payoutState(player)).toEqual(['held', 'claim']);
  });

  test('a release does not replace a bank account', async () => {
    const player = await winner((one) => bornOn(one, '1990-05-17'));
    await goOn(player, { event: 'released', by: 'operator' });
    await payDue(server());
    expect(await payoutState(player)).toEqual(['held', 'no-bank-account']);
  });

  async function send(player: TestPlayer) {
    const { db, clock } = server();
    const vault = await openVault(db, []);
    const services = { db, vault, now: () => clock.at, config: readConfig({}) };
    return beginSending(services, await idOf(db, (await prize(player)).reference), {
      isByHand: false,
    });
  }

  test('a payout goes to the account of that moment, once, and the player sees which', async () => {
    const account = newAccount();
    const player = await winner(async (one) => {
      await bornOn(one, '1990-05-17');
      await addAccount(one, account);
    });
    const sent = await send(player);
    expect(sent).toMatchObject({ bank_name: 'Access Bank', bank_ending: account.slice(-3) });
    expect(await prize(player)).toMatchObject({
      state: 'sending',
      sentAt: new Date(server().clock.at).toISOString(),
      bank: { name: 'Access Bank', ending: account.slice(-3) },
    });
    expect(await send(player)).toBeNull();
  });

  test('a bank account that is changed after the check holds what was approved', async () => {
    const player = await winner(complete);
    await addAccount(player, newAccount());
    expect(await payoutState(player)).toEqual(['approved', null]);
    expect(await send(player)).toBeNull();
    expect(await payoutState(player)).toEqual(['held', 'bank-changed']);
  });

  test('an account that somebody else was paid to waits for a person', async () => {
    const account = newAccount();
    const first = await winner(async (one) => {
      await bornOn(one, '1990-05-17');
      await addAccount(one, account);
    });
    await send(first);
    await addAccount(first, newAccount());
    const second = await winner(async (one) => {
      await bornOn(one, '1990-05-17');
      await addAccount(one, account);
    });
    expect(await payoutState(second)).toEqual(['held', 'bank-shared']);
  });

  test('a returned payout continues once another account is saved, and its 24 hours are over', async () => {
    const player = await winner(complete);
    await send(player);
    await goOn(player, { event: 'sent-back', by: 'sender', hasLeft: true });
    expect(await prize(player)).toMatchObject({
      state: 'failed',
      reason: 'sent-back',
      mendBy: new Date(server().clock.at + 30 * DAY_MS).toISOString(),
    });
    await payLater(server());
    expect(await payoutState(player)).toEqual(['failed', 'sent-back']);
    await addAccount(player, newAccount());
    expect(await payoutState(player)).toEqual(['held', 'bank-changed']);
    await payLater(server(), DAY_MS);
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  test('players who have all that is asked for are checked at once', async () => {
    server().toNextWeek();
    const week = thisWeek(server());
    const player = await ready(server(), 60);
    close(server(), week);
    await payDue(server());
    expect(await payoutState(player)).toEqual(['approved', null]);
  });

  test('a released reason holds a prize again once there is more of it', async () => {
    const player = await winner(complete);
    const { reference } = await prize(player);
    const { db, clock } = server();
    const letPass = (released: ('claim' | 'bank-shared')[]) =>
      db.updateTable('payouts').set({ released }).where('reference', '=', reference).execute();
    await letPass(['claim', 'bank-shared']);
    const released = async () =>
      (
        await db
          .selectFrom('payouts')
          .select('released')
          .where('reference', '=', reference)
          .executeTakeFirstOrThrow()
      ).released;
    // The coins of the plan are spent before its payment is reversed.
    await player.play(10, 'easy');
    const { reference: plan } = await db
      .selectFrom('subscriptions')
      .select('reference')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => reversePayment(trx, plan, clock.at));
    expect(await released()).toEqual(['bank-shared']);
    await addAccount(player, newAccount('7'));
    expect(await released()).toEqual([]);
    server().clock.at += DAY_MS;
    await send(player);
    expect(await payoutState(player)).toEqual(['held', 'claim']);
  });
});

describe('changes at once', () => {
  const PRIZES = JSON.stringify([
    { pool: 'all', board: 'rush', tier: 1, places: 3, naira: 2000 },
    { pool: 'all', board: 'weekly', places: 2, naira: 1000 },
  ]);

  const server = testServer({ env: { PRIZES } });

  /** Three processes that pay prizes in the same minute, each killed after this many queries. */
  async function threeAtOnce(inbox: Inbox, killed: readonly number[] = []): Promise<void> {
    const { db } = server();
    const sendSms = async (to: string, text: string) => {
      inbox.push({ to, text });
    };
    await Promise.allSettled(
      [0, 1, 2].map((process) => {
        const after = killed[process];
        return payDue(server(), {
          sendSms,
          db: after === undefined ? db : db.withPlugin(killedAfter(after)),
        });
      }),
    );
  }

  test('three processes that are killed in the middle, 20 times, make one payout of a place', {
    tags: ['once'],
  }, async () => {
    server().toNextWeek();
    const players = [];
    for (let at = 0; at < 4; at += 1) {
      const player = await server().signUp();
      await bornOn(player, '1990-05-17');
      await addAccount(player, newAccount());
      players.push(player);
    }
    const inbox: Inbox = [];
    let made = 0;
    for (let time = 1; time <= 20; time += 1) {
      const day = thisDay(server());
      for (const [at, player] of players.entries()) {
        await hasProved(player);
        await score(player, 10 + at, { played: 'rush' });
      }
      close(server(), day);
      await threeAtOnce(inbox, [time, 2 * time + 1, 3 * time + 2]);
      await threeAtOnce(inbox);
      const payouts = await payoutsOn(server(), 'rush', day);
      expect(payouts.map(({ place, state }) => [place, state])).toEqual([
        [1, 'approved'],
        [2, 'approved'],
        [3, 'approved'],
      ]);
      made += payouts.length;
      server().clock.at += DAY_MS;
    }
    expect(await prizeBooks(server())).toEqual({
      'house:prizes': made * 200_000,
      prizes: -made * 200_000,
    });
    // A text may be lost with its process, but none is sent twice.
    const won = inbox.map(({ to, text }) => `${to} ${text}`);
    const most = 20 * 3;
    expect(won.length).toBeGreaterThan(0);
    expect(won.length).toBeLessThanOrEqual(most);
  });

  test('two prizes of a week that are refused at the same time pay the next two', {
    tags: ['once'],
  }, async () => {
    server().toNextWeek();
    const week = thisWeek(server());
    const [first, second] = [await ready(server(), 90), await ready(server(), 80)];
    for (const points of [70, 60, 50]) await ready(server(), points);
    close(server(), week);
    await payDue(server());
    const refused = { event: 'refused', by: 'operator' } as const;
    await Promise.all([goOn(first, refused), goOn(second, refused)]);
    const made = await payoutsOn(server(), 'weekly', week);
    expect(made.map(({ place, state }) => [place, state])).toEqual([
      [1, 'refused'],
      [2, 'refused'],
      [3, 'checking'],
      [4, 'checking'],
    ]);
  });
});
