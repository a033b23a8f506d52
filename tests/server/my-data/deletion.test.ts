import { expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { chargeOf, expected, stateOf, take, verify } from '../payments/card-calls.ts';
import { passMinutes } from '../payments/reconciling.ts';

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
  const message = { email: 'zuleikha@example.ng', phone: player.phone, subject: 's', message: 'm' };
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
