import { describe, expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { countLookup, keepBankAccount } from '../../../server/accounts/profile/bank-accounts.ts';
import { cleanPicture } from '../../../server/accounts/profile/picture.ts';
import {
  checkProfile,
  keepProfile,
  reportPlayer,
} from '../../../server/accounts/profile/profile.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import { openVault } from '../../../server/crypto/vault.ts';
import { noteRestore } from '../../../server/database/restores.ts';
import type { Trx } from '../../../server/database/tables.ts';
import { deleteAccount } from '../../../server/my-data/delete-account.ts';
import { readClaims } from '../../../server/payments/claims.ts';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { dealableTo, openReserve } from '../../../server/rush/reserve.ts';
import { dealReserved } from '../../../server/rush/runs.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { DAILY_PLAY_CAP } from '../../../src/rules/plays.ts';
import { buildBank } from '../../support/bank.ts';
import { photo } from '../../support/hostile-pictures.ts';
import { begin, buy, pay } from '../../support/payments.ts';
import { asRunner, openedRun, Phone } from '../../support/rush.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { passChallenge, signUpByCode, stored } from '../../support/sign-in.ts';
import { TestPlayer } from '../../support/test-player.ts';
import { accountOf, addAccount, newAccount } from '../accounts/bank-calls.ts';
import {
  chargeOf,
  expected,
  newReference,
  stateOf,
  take,
  verify,
  webhook,
} from '../payments/card-calls.ts';
import { passMinutes } from '../payments/reconciling.ts';
import { care, set } from '../payments/spending-limit-calls.ts';
import { spend } from '../payments/undone-calls.ts';
import { close, payDue, prize, score, thisWeek } from '../prizes/prize-calls.ts';
import { startAnew } from './start-anew.ts';

const PHOTO = await photo().jpeg().toBuffer();

describe('deletion', () => {
  const server = testServer();

  const remove = (player: TestPlayer, key = newKey()) =>
    player.delete('/user', { word: 'DELETE' }, { key });

  /** Every text in every table, except the providers' stand-ins. */
  async function allTexts(): Promise<string> {
    const tables = await server().db.introspection.getTables();
    const texts = [];
    for (const { name, schema } of tables) {
      if (schema !== 'public') continue;
      if (name.startsWith('sandbox_') || name.startsWith('kysely_')) continue;
      const rows = await server()
        .db.selectFrom(name as 'players')
        .selectAll()
        .execute();
      texts.push(`${name} ${JSON.stringify(rows)}`);
    }
    // The operator's stand-in has the number in its references.
    return texts.join('\n').replaceAll(/SBX-FIRST-\d+/g, '');
  }

  test('takes sessions, coins, open rounds and whatever says who the player was', async () => {
    const player = await server().signUp({ name: 'Zuleikha' });
    await player.subscribe();
    await player.putForm('/user', {
      email: 'zuleikha@example.ng',
      name: 'Zu uleikha',
      dob: '1998-03-04',
      gender: 'female',
      state: 'Zamfara',
      city: 'Talata Mafara',
    });
    await addAccount(player, newAccount());
    await player.play(10);
    const open = await player.openRound();
    const past = { player_id: player.id, asked: 10, right_answers: 7, difficulty: -14 };
    await server().db.insertInto('player_pasts').values(past).execute();
    const left = await player.wallet();
    const message = {
      email: 'zuleikha@example.ng',
      phone: player.phone,
      subject: 's',
      message: 'm',
    };
    await server().call('POST', '/contact', {
      api: '/api/v1',
      body: { ...message, type: 'contact' },
      headers: { authorization: `Bearer ${player.token}` },
    });
    const visit = { msisdn: stored(player.phone), referer: 'a', txnId: 'b' };
    await server().call('POST', '/campaigns', { body: visit });
    await player.get(`/payments/subscribe/airtime/${player.phone}`, { key: newKey() });
    await player.patch('/payments/cancel');

    expect((await remove(player)).body).toEqual({ status: true, data: null });

    expect(await allTexts()).not.toContain('uleikha');
    expect(await allTexts()).not.toContain('1998-03-04');
    expect(await allTexts()).not.toMatch(/Zamfara|Talata/);
    const { db } = server();
    for (const table of ['bank_accounts', 'bank_lookups', 'round_bests', 'player_pasts'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await allTexts()).not.toContain(stored(player.phone));
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    const { amount } = await server()
      .db.selectFrom('ledger_postings')
      .innerJoin('ledger_movements', 'ledger_movements.id', 'movement_id')
      .select('amount')
      .where('player_id', '=', player.id)
      .where('reason', '=', 'account-deleted')
      .executeTakeFirstOrThrow();
    expect(-amount).toBe(left.coins + left.held);
    expect((await player.get('/user/dailyplays')).status).toBe(401);
    const headers = { authorization: `Round ${open.round.secret}` };
    expect((await player.deliver(open, answersTo(open), { headers })).status).toBe(410);
  });

  test("its row on boards reads 'Deleted player', and its points stay", async () => {
    const [player, other] = [await server().subscriber(), await server().subscriber('bola')];
    await player.play(10);
    await remove(player);
    const { body } = await other.get('/points');
    const { leaderBoard } = body.data as { leaderBoard: { userId: string; fmuser: object }[] };
    expect(leaderBoard.find(({ userId }) => userId === String(player.id))).toMatchObject({
      highScore: 50,
      fmuser: { name: 'Deleted player', image: null },
    });
  });

  test('is done once for a key, whose lost reply still comes', async () => {
    const player = await server().subscriber();
    const key = newKey();
    await remove(player, key);
    expect((await remove(player, key)).body).toEqual({ status: true, data: null });
    await expectRefused(server(), () => remove(player), 401, 'session/required');
  });

  test('is refused without the word, and without a token', async () => {
    const player = await server().subscriber();
    const wrong = () => player.delete('/user', { word: 'delete' }, { key: newKey() });
    await expectRefused(server(), wrong, 422, 'request/invalid');
    const none = () => server().call('DELETE', '/user', { body: { word: 'DELETE' } });
    await expectRefused(server(), none, 401, 'session/required');
    expect((await player.user()).id).toBe(String(player.id));
  });

  test('waits for the operator to end a plan that it renews', async () => {
    const player = await server().subscriber();
    const { fetch } = server().operator;
    server().operator.fetch = async () => Response.json({}, { status: 502 });
    await expectRefused(server(), () => remove(player), 502, 'billing/unavailable');
    server().operator.fetch = fetch;
    server().operator.asked.length = 0;
    await remove(player);
    expect(server().operator.asked).toEqual([
      expect.stringMatching(/^DELETE .*\/subscriptions\/234/),
    ]);
  });

  test('a payment that is paid afterwards is left to the operator, and credits nobody', async () => {
    const player = await server().subscriber();
    const reference = await expected(player);
    await remove(player);
    await take(server(), chargeOf(player, reference));
    await passMinutes(server(), 3);
    expect(await stateOf(server(), reference)).toBe('mismatched');
    expect((await player.wallet()).coins).toBe(0);
    const reports = await server()
      .db.selectFrom('payment_reports')
      .select('what')
      .where('reference', '=', reference)
      .execute();
    expect(reports).toEqual([{ what: 'account-deleted' }]);
    expect((await verify(player, reference)).status).toBe(401);
  });

  test('no session is opened for an account that was deleted meanwhile', async () => {
    const player = await server().signUp();
    await remove(player);
    const late = openSession(server().db, player.id, server().clock.at);
    await expect(late).rejects.toMatchObject({ code: 'session/required' });
    expect((await server().lookUp(player.phone)).body.code).toBe('user/unknown');
  });

  test('consents stay, without the number, and nobody else may change them', async () => {
    const player = await server().signUp();
    await player.get(`/payments/subscribe/airtime/${player.phone}`, { key: newKey() });
    const said = () =>
      server().db.selectFrom('consents').selectAll().where('player_id', '=', player.id).execute();
    expect(await said()).toHaveLength(0);
    await server()
      .db.insertInto('consents')
      .values({
        reference: newKey(),
        player_id: player.id,
        phone: stored(player.phone),
        step: 1,
        way: 'card',
        product: 'coins-100',
        coins: 750,
        kobo: 10_000,
        fee_kobo: 150,
        door: 'coins',
        said_at: new Date(server().clock.at),
      })
      .execute();
    await remove(player);
    expect(await said()).toMatchObject([{ phone: `deleted-${player.id}`, kobo: 10_000 }]);
    const change = server()
      .db.updateTable('consents')
      .set({ kobo: 1 })
      .where('player_id', '=', player.id);
    await expect(change.execute()).rejects.toThrow('consents are only ever added to');
    server().clock.at += DAY_MS;
    await sweep(server().services, server().app.log);
    expect(await said()).toHaveLength(1);
  });

  test('two deletions at the same time are one', async () => {
    const player = await server().subscriber();
    const replies = await Promise.all([remove(player), remove(player)]);
    expect(replies.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  });
});

describe('deleted again and again', () => {
  const server = testServer();

  const playsOf = async (player: TestPlayer) =>
    ((await player.get('/user/dailyplays')).body.data as { count: number }).count;

  const levelOf = async (player: TestPlayer) => {
    const { level } = await server()
      .db.selectFrom('rounds')
      .select('question_level as level')
      .where('player_id', '=', player.id)
      .orderBy('play_id', 'desc')
      .executeTakeFirstOrThrow();
    return level;
  };

  test('deleting and signing up again in a loop gains no coin, no play and no easy round', async () => {
    let player = await server().veteran(30);
    await player.play(5, 'hard');
    const plays = await playsOf(player);
    for (let turn = 0; turn < 5; turn += 1) {
      player = await startAnew(player);
      await player.subscribe();
      const user = await player.user();
      expect(user).toMatchObject({ pointBalance: 0, highScore: 0, isActive: true });
      expect(await playsOf(player)).toBe(plays + turn);
      // One play of each account, on coins that it bought.
      const reference = `FOM-${newKey().replaceAll('-', '').slice(0, 18)}`;
      const body = { product: 'coins-100', provider: 'card', reference };
      await player.post('/payments/expected', body, { key: newKey() });
      await webhook(
        server(),
        JSON.stringify({ event: 'charge.success', data: chargeOf(player, reference) }),
      );
      expect((await player.user()).pointBalance).toBe(750);
      await player.play(5, 'hard');
      expect(await levelOf(player)).toBe('hard');
    }
    while ((await playsOf(player)) < DAILY_PLAY_CAP) {
      await player.get('/user/reduce-play', { key: newKey() });
      await server()
        .db.updateTable('plays')
        .set({ is_open: false })
        .where('player_id', '=', player.id)
        .execute();
    }
    player = await startAnew(player);
    const refused = await player.get('/user/reduce-play', { key: newKey() });
    expect(refused.body.code).toBe('plays/cap-reached');
  });

  test('a young account stays as young as its number was first seen', async () => {
    let player = await server().veteran(20);
    player = await startAnew(player);
    expect(Date.parse((await player.user()).createdAt ?? '')).toBe(server().clock.at - 20 * DAY_MS);
  });

  test('paid time runs on, is no payment of the new account, and can be reversed', async () => {
    const before = await server().subscriber();
    const player = await startAnew(before);
    expect((await player.user()).isActive).toBe(true);
    expect((await player.get('/payments')).body).toMatchObject({
      data: [],
      meta: { plan: { plan: 'weekly', isCancelled: true } },
    });
    server().clock.at += 8 * DAY_MS;
    expect((await player.user()).isActive).toBe(false);
  });

  test('a plan whose payment was taken back after the deletion runs on in no later account', async () => {
    const before = await server().signUp();
    const reference = await buy(before, { product: 'plan-weekly' });
    expect((await before.user()).isActive).toBe(true);
    await before.delete('/user', { word: 'DELETE' }, { key: newKey() });
    const { db, clock } = server();
    await db.transaction().execute((trx) => reversePayment(trx, reference, clock.at));
    const player = await server().signUp({ phone: before.phone });
    expect((await player.user()).isActive).toBe(false);
  });

  test('a break from buying and a weekly limit outlive the account', async () => {
    const before = await server().signUp();
    await server().call('PUT', '/payments/limit', {
      body: { breakDays: 7 },
      headers: { authorization: `Bearer ${before.token}`, 'idempotency-key': newKey() },
    });
    const player = await startAnew(before);
    expect((await player.get('/payments')).body.meta).toMatchObject({
      care: { breakUntil: new Date(server().clock.at + 7 * DAY_MS).toISOString() },
    });
  });

  test('hashes left by deleted accounts are removed after 180 days, and hold no number', async () => {
    const { db, clock, app, services } = server();
    const player = await server().subscriber();
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    const hashes = async () =>
      (await db.selectFrom('deleted_numbers').select('number_hash').execute()).map(
        ({ number_hash }) => number_hash,
      );
    expect((await hashes()).join(' ')).not.toContain(player.phone.slice(1));
    clock.at += 180 * DAY_MS;
    await sweep(services, app.log);
    expect(await hashes()).toHaveLength(1);
    clock.at += 1;
    await sweep(services, app.log);
    expect(await hashes()).toEqual([]);
  });
});

describe('money of a deleted account', () => {
  const server = testServer();

  /** A purchase by card, as the app asks for it. */
  const ask = (player: TestPlayer, product: string) => {
    const body = { product, provider: 'card', reference: newReference() };
    return player.post('/payments/expected', body, { key: newKey() });
  };

  const reverse = (reference: string) =>
    server()
      .db.transaction()
      .execute((trx) => reversePayment(trx, reference, server().clock.at));

  const owed = async ({ id }: TestPlayer) =>
    (await readClaims(server().db, id)).map(({ reference, coins }) => ({ reference, coins }));

  test('a weekly limit is spent once, however often the account is deleted within the week', async () => {
    let player = await server().signUp();
    await set(player, { weeklyNaira: 500 });
    await buy(player, { product: 'coins-100' });
    await buy(player, { way: 'mobile-money', product: 'coins-100' });
    const before = await care(player);
    expect(before?.spentKobo).toBeGreaterThan(20_000);
    for (const _turn of [1, 2]) {
      player = await startAnew(player);
      expect(await care(player)).toMatchObject({
        weeklyNaira: 500,
        spentKobo: before?.spentKobo,
        pendingKobo: 0,
      });
      server().clock.at += 60_000;
    }
    await buy(player, { product: 'coins-100' });
    player = await startAnew(player);
    const refused = () => ask(player, 'coins-500');
    await expectRefused(server(), refused, 409, 'spending/limit-reached');
    server().clock.at = weekOf(server().clock.at).endsAt;
    expect(await care(player)).toMatchObject({ weeklyNaira: 500, spentKobo: 0 });
    expect((await ask(player, 'coins-100')).status).toBe(200);
  });

  test('payments without a known outcome count as spent, also for a limit set afterwards', async () => {
    const before = await server().signUp();
    const reference = await begin(before, { way: 'mobile-money', product: 'coins-100' });
    const spentKobo = (await care(before))?.pendingKobo ?? 0;
    expect(spentKobo).toBe(10_000);
    const player = await startAnew(before);
    expect(await care(player)).toMatchObject({ weeklyNaira: null, spentKobo, pendingKobo: 0 });
    // The provider took the money after all: it is counted already, and credits no player.
    await pay(before, reference);
    expect(await care(player)).toMatchObject({ spentKobo });
    expect((await player.user()).pointBalance).toBe(0);
    await set(player, { weeklyNaira: 150 });
    const again = () => ask(player, 'coins-100');
    await expectRefused(server(), again, 409, 'spending/limit-reached');
  });

  test('a plan by airtime that runs on is counted once', async () => {
    const before = await server().subscriber();
    const spent = await care(before);
    expect(spent?.spentKobo).toBe(10_000);
    const player = await startAnew(before);
    expect(await care(player)).toMatchObject({ spentKobo: 10_000 });
  });

  test('a break outlives a second deletion too', async () => {
    let player = await server().signUp();
    const { breakUntil } = await set(player, { breakDays: 7 });
    for (const _turn of [1, 2]) player = await startAnew(player);
    expect(await care(player)).toMatchObject({ breakUntil });
  });

  test('the debt of a deleted account passes to the next account of its number', async () => {
    const before = await server().signUp();
    const reference = await buy(before, { product: 'coins-100' });
    await spend(server(), before, 700);
    await reverse(reference);
    expect(await owed(before)).toEqual([{ reference, coins: 700 }]);
    const other = await server().signUp();
    const player = await startAnew(before);
    expect(await owed(player)).toEqual([{ reference, coins: 700 }]);
    expect(await owed(before)).toEqual([]);
    expect(await owed(other)).toEqual([]);
    const passbook = (await player.get('/payments/passbook')).body.data;
    expect(passbook).toMatchObject({ claims: [{ reference, coins: 700 }] });
  });

  test('so does a payment that is taken back after the deletion, however many accounts later', async () => {
    const first = await server().signUp();
    const [early, late] = [
      await buy(first, { product: 'coins-100' }),
      await buy(first, { product: 'coins-100' }),
    ];
    await first.delete('/user', { word: 'DELETE' }, { key: newKey() });
    await reverse(early);
    const second = await server().signUp({ phone: first.phone });
    expect(await owed(second)).toEqual([{ reference: early, coins: 750 }]);
    const third = await startAnew(second);
    await reverse(late);
    expect(await owed(third)).toEqual([
      { reference: early, coins: 750 },
      { reference: late, coins: 750 },
    ]);
    expect([await owed(first), await owed(second)]).toEqual([[], []]);
  });
});

describe('calls that come late', () => {
  const server = testServer();

  const remove = (player: TestPlayer) =>
    player.delete('/user', { word: 'DELETE' }, { key: newKey() });

  function upload(player: TestPlayer) {
    const body = new FormData();
    body.append('name', 'Late');
    body.append('image', new Blob([PHOTO as Buffer<ArrayBuffer>]), 'me.jpg');
    const headers = { authorization: `Bearer ${player.token}`, 'idempotency-key': newKey() };
    return server().call('PUT', '/user', { headers, body });
  }

  /** The data of a deleted player that still says anything about them. */
  async function left({ id }: TestPlayer): Promise<unknown> {
    const { db } = server();
    const of = (table: 'pictures' | 'bank_accounts' | 'bank_lookups') =>
      db.selectFrom(table).select('player_id').where('player_id', '=', id).execute();
    const player = db
      .selectFrom('players')
      .select(['nickname', 'image', 'dob'])
      .where('id', '=', id);
    return [
      ...(await of('pictures')),
      ...(await of('bank_accounts')),
      ...(await of('bank_lookups')),
      await player.executeTakeFirst(),
    ];
  }

  const NOTHING = [{ nickname: 'Deleted player', image: null, dob: null }];

  test('a call that was let in before the account was deleted keeps nothing after it', async () => {
    const [player, other] = [await server().signUp(), await server().signUp()];
    await remove(player);
    const { db, clock } = server();
    const services = { db, vault: await openVault(db, []), now: () => clock.at };
    const picture = await cleanPicture(PHOTO);
    const profile = checkProfile({ name: 'Late', dob: '1999-01-01' }, clock.at);
    const account = { bankName: 'a', bankCode: '044', acctNumber: '0123456789', acctName: 'b' };
    const number = { number: '0123456789', code: '044' };
    const report = { reporterId: player.id, playerId: String(other.id), reason: 'name' } as const;
    const inTurn = (work: (trx: Trx) => Promise<unknown>) => db.transaction().execute(work);
    const late = [
      () => inTurn((trx) => keepProfile(trx, player.id, profile, picture, clock.at)),
      () =>
        inTurn((trx) =>
          keepBankAccount(trx, services, {
            playerId: player.id,
            ...{ account, hash: 'hash', before: null },
          }),
        ),
      () => countLookup(services, player.id, number),
      () => inTurn((trx) => reportPlayer(trx, report, clock.at)),
    ];
    for (const work of late)
      await expect(work()).rejects.toMatchObject({ code: 'session/required' });
    expect(await left(player)).toEqual(NOTHING);
    expect(await db.selectFrom('player_reports').selectAll().execute()).toEqual([]);
  });

  test('a deletion during an upload and a new bank account leaves neither', async () => {
    for (let round = 0; round < 5; round += 1) {
      const player = await server().signUp();
      const calls = [upload(player), addAccount(player, newAccount()), remove(player)];
      const replies = await Promise.all(calls);
      expect(replies[2]?.status).toBe(200);
      for (const { status } of replies) expect([200, 401]).toContain(status);
      expect(await left(player)).toEqual(NOTHING);
    }
  });

  test('if two players add one account at the same time one gets it', async () => {
    const players = [await server().signUp(), await server().signUp()];
    const number = newAccount();
    const replies = await Promise.all(players.map((player) => addAccount(player, number)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = await Promise.all(players.map(accountOf));
    expect(kept.filter((bank) => bank !== null)).toHaveLength(1);
  });

  test('nothing of another player is read, changed or ended by naming them', async () => {
    const [ada, bola] = [await server().subscriber(), await server().subscriber('bola')];
    await addAccount(bola, newAccount());
    await upload(bola);
    const before = [await bola.user(), await accountOf(bola)];
    const theirs = [String(bola.id), bola.phone, bola.token, (await bola.user()).image ?? '-'];
    const ids = `id=${bola.id}&userId=${bola.id}&playerId=${bola.id}&player_id=${bola.id}`;
    for (const path of ['/banks', '/user/data', '/user/sessions']) {
      const { body } = await ada.get(`${path}?${ids}&phone=${bola.phone}`);
      for (const text of theirs.slice(1)) expect(JSON.stringify(body.data)).not.toContain(text);
    }
    const named = { id: bola.id, userId: bola.id, playerId: bola.id, player_id: bola.id };
    await addAccount(ada, newAccount(), named as never);
    await ada.delete(`/user/sessions?${ids}`, named, { key: newKey() });
    const removed = await ada.delete(
      `/user?${ids}`,
      { word: 'DELETE', ...named },
      { key: newKey() },
    );
    expect(removed.status).toBe(200);
    expect([await bola.user(), await accountOf(bola)]).toEqual(before);
    expect((await bola.get('/user/dailyplays')).status).toBe(200);
  });
});

describe('where numbers are proven', () => {
  const MINUTE_MS = 60_000;

  const POLICY = { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' };

  const server = testServer({ env: POLICY });

  const remove = (player: TestPlayer) =>
    player.delete('/user', { word: 'DELETE' }, { key: newKey() });

  test('with proven numbers a token that replaced an older one is no fresh sign-in', async () => {
    const player = await signUpByCode(server());
    server().clock.at += 8 * DAY_MS;
    const { body } = await player.get(`/user/${player.phone}`);
    const successor = new TestPlayer(server(), player.id, player.phone, String(body.meta?.token));
    expect(successor.token).not.toBe(player.token);
    expect((await remove(successor)).body.code).toBe('user/challenge');
    server().clock.at += MINUTE_MS;
    const proven = await passChallenge(server(), player.phone);
    const fresh = new TestPlayer(
      server(),
      player.id,
      player.phone,
      String(proven.body.meta?.token),
    );
    server().clock.at += 15 * MINUTE_MS;
    expect((await remove(fresh)).status).toBe(200);
  });

  test('a number that nobody was seen by for 180 days starts anew, after a new proof', async () => {
    const player = await signUpByCode(server());
    await player.subscribe();
    server().clock.at += 100 * DAY_MS;
    const seen = await passChallenge(server(), player.phone);
    expect(seen.body).toMatchObject({ status: true, data: { id: String(player.id) } });
    server().clock.at += 188 * DAY_MS;
    expect((await player.get(`/user/${player.phone}`)).body.code).toBe('user/challenge');
    const kept = () =>
      server()
        .db.selectFrom('players')
        .select(['username', 'deleted_at'])
        .where('id', '=', player.id)
        .executeTakeFirstOrThrow();
    expect(await kept()).toEqual({ username: 'ada', deleted_at: null });
    server().clock.at += MINUTE_MS;
    const proven = await passChallenge(server(), player.phone);
    expect(proven.body).toMatchObject({ status: false, code: 'user/unknown' });
    expect(await kept()).toMatchObject({ username: 'Deleted player' });
    const fields = { name: 'new', email: 'new@example.com', phone: player.phone, platform: 'rave' };
    const created = await server().call('POST', '/user/', {
      body: { ...fields, proof: proven.body.meta?.proof },
    });
    expect(created.body.data).toMatchObject({
      pointBalance: 0,
      createdAt: new Date(server().clock.at).toISOString(),
    });
  });

  describe('with a prize that waits to be looked for', () => {
    // Its own clock has no half year of boards to settle.
    const server = testServer({ env: POLICY });

    test('an account that nobody was seen by is not deleted while a prize of it waits to be looked for', async () => {
      server().toNextWeek();
      const week = thisWeek(server());
      const player = await signUpByCode(server());
      await player.subscribe();
      await score(player, 100);
      close(server(), week);
      await payDue(server());
      expect((await prize(player)).state).toBe('held');
      const { db, clock } = server();
      await noteRestore(db, clock.at);
      clock.at += 188 * DAY_MS;
      const refused = await passChallenge(server(), player.phone);
      expect(refused).toMatchObject({ status: 503, body: { code: 'server/unavailable' } });
      expect((await prize(player)).state).toBe('held');
      await db
        .updateTable('payouts')
        .set({ searched_at: new Date(clock.at) })
        .execute();
      clock.at += MINUTE_MS;
      const proven = await passChallenge(server(), player.phone);
      expect(proven.body.code).toBe('user/unknown');
      expect((await prize(player)).state).toBe('lapsed');
    });
  });
});

describe('sealed questions after a deletion', () => {
  const bank = buildBank(200);

  const server = testServer({ bank });

  const reserve = () => openReserve(server().db, bank);

  /** The reserve's questions that a run or a proof round may deal to a player. */
  async function dealable({ id }: TestPlayer): Promise<string[]> {
    const { db, clock } = server();
    const { questions } = await reserve();
    const { stock } = await dealableTo(db, questions, id, clock.at);
    return stock.map((question) => question.id).toSorted();
  }

  const dealtTo = ({ id }: TestPlayer) =>
    server().db.selectFrom('dealt_questions').selectAll().where('player_id', '=', id).execute();

  test('sealed questions that a run has shown stay seen, however often its player deletes and signs up', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 2);
    const before = await dealable(player);
    let again = await startAnew(player);
    const after = await dealable(again);
    const { questions } = await reserve();
    // The third was the current one; the rest of the run was not seen.
    expect(after).toHaveLength(questions.length - 3);
    expect(after).toEqual(expect.arrayContaining(before));
    again = await startAnew(again);
    expect(await dealable(again)).toEqual(after);
    const next = new Phone(await asRunner(again));
    await next.right(await next.begin(), 15);
    const seen = (await dealtTo(again)).map(({ question_id }) => question_id);
    expect(new Set(seen).size).toBe(18);
    server().clock.at += 30 * DAY_MS;
    expect(await dealable(again)).toHaveLength(questions.length);
  });

  test('so do those of a proof round that was not played to its end', async () => {
    const player = await server().subscriber();
    const { db, clock } = server();
    const to = { reserve: await reserve(), playerId: player.id, now: clock.at };
    const dealt = await db
      .transaction()
      .execute((trx) =>
        dealReserved(trx, to, (stock) =>
          stock.slice(0, 20).map((question) => ({ ...question, options: [...question.options] })),
        ),
      );
    const ids = new Set(dealt.map(({ id }) => id));
    const again = await startAnew(player);
    expect((await dealable(again)).filter((id) => ids.has(id))).toEqual([]);
  });

  test('a deletion forgets the questions of ordinary rounds at once, and sealed ones after 30 days', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 2);
    await player.play(5);
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    expect(await dealtTo(player)).toHaveLength(3);
    const { clock, services, app } = server();
    clock.at += 29 * DAY_MS;
    await sweep(services, app.log);
    expect(await dealtTo(player)).toHaveLength(3);
    clock.at += DAY_MS;
    await sweep(services, app.log);
    expect(await dealtTo(player)).toEqual([]);
  });

  test('an account whose number has a new owner leaves none of it', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 2);
    const { db, services } = server();
    const deletion = { playerId: player.id, leavesTrace: false };
    await db
      .transaction()
      .execute((trx) => deleteAccount(trx, { ...services, sign: () => '' }, deletion));
    expect(await dealtTo(player)).toEqual([]);
  });
});
