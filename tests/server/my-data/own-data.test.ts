import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { expected } from '../payments/card-calls.ts';

const server = testServer();

test('one file has all that is kept about the player, and nothing of others', async () => {
  const [player, other] = [await server().subscriber(), await server().subscriber('bola')];
  await other.play(3);
  await player.play(10);
  const account = newAccount();
  await addAccount(player, account);
  await player.post(`/players/${other.id}/report`, { reason: 'name' }, { key: newKey() });
  const reference = await expected(player);
  const message = {
    email: 'a@b.ng',
    phone: player.phone,
    subject: 'Hi',
    message: 'Help',
    type: 't',
  };
  await server().call('POST', '/contact', {
    api: '/api/v1',
    body: message,
    headers: { authorization: `Bearer ${player.token}` },
  });
  const reply = await player.get('/user/data');
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.body).toMatchObject({
    status: true,
    data: {
      madeAt: new Date(server().clock.at).toISOString(),
      profile: {
        id: String(player.id),
        username: 'ada',
        email: 'ada@example.com',
        pictureLockedUntil: null,
        nameLockedUntil: null,
      },
      bankAccount: { bankName: 'Access Bank', acctNumber: `*******${account.slice(-3)}` },
      signIns: [{ isCurrent: true }],
      spending: { weeklyNaira: null },
      payments: [{ reference, way: 'card', kobo: 10_000, state: 'pending' }],
      plans: [{ plan: 'weekly', way: 'airtime' }],
      raffleTickets: [],
      streaks: [{ firstDay: '2026-11-18', lastDay: '2026-11-18' }],
      bests: [{ categoryId: 'la-liga', level: 'easy', right: 10 }],
      renewal: null,
      consents: [{ reference, door: expect.any(String) }],
      claims: [],
      refunds: [],
      points: [
        { board: 'monthly', points: 50 },
        { board: 'weekly', points: 50 },
      ],
      messages: [{ subject: 'Hi', message: 'Help' }],
      reportsMade: [{ playerId: Number(other.id), reason: 'name' }],
      plays: [{ isOpen: false }],
      rounds: [{ level: 'easy', state: 'counted', result: { points: 50 } }],
    },
  });
  const { movements, rounds, questionsSeen } = reply.body.data as {
    movements: { reason: string }[];
    rounds: { transcript: unknown[] }[];
    questionsSeen: unknown[];
  };
  expect(movements.map(({ reason }) => reason)).toContain('round-counted');
  expect(rounds[0]?.transcript).toHaveLength(10);
  expect(questionsSeen).toHaveLength(10);
  expect(JSON.stringify(reply.body)).not.toContain('token');
  expect(JSON.stringify(reply.body)).not.toContain(account);
});

test("calls of others under a player’s number are not in the player's file", async () => {
  const player = await server().signUp();
  const visit = { msisdn: stored(player.phone), referer: 'of-who-knows', txnId: 't-1' };
  expect((await server().call('POST', '/campaigns', { body: visit })).status).toBe(200);
  const { body } = await player.get('/user/data');
  expect(body.data).not.toHaveProperty('campaignVisits');
  expect(JSON.stringify(body)).not.toContain(visit.referer);
});

test('a long history comes whole, page after page', async () => {
  const player = await server().subscriber();
  const seen = Array.from({ length: 450 }, (_, index) => ({
    player_id: player.id,
    question_id: `q-${String(index).padStart(4, '0')}`,
    dealt_at: new Date(),
  }));
  await server().db.insertInto('dealt_questions').values(seen).execute();
  const { data } = (await player.get('/user/data')).body as { data: Record<string, object[]> };
  expect(data.questionsSeen?.map((row) => (row as { questionId: string }).questionId)).toEqual(
    seen.map(({ question_id }) => question_id),
  );
});

test('it has only those questions of an open run that the player has seen', async () => {
  const player = await server().subscriber();
  const { db, clock } = server();
  const at = new Date(clock.at);
  const rows = ['of-a-round', 'run-1', 'run-2', 'run-3'].map((question_id) => {
    return { player_id: player.id, question_id, dealt_at: at };
  });
  await db.insertInto('dealt_questions').values(rows).execute();
  // The player saw the open run's next question months ago: its new deal time would reveal it.
  for (const [state, ...ids] of [
    ['counted', 'run-2'],
    ['open', 'run-1', 'run-2', 'run-3'],
  ] as const) {
    const ticket = { reference: `a-ticket-${state}`, player_id: player.id, bought_at: at };
    await db.insertInto('rush_tickets').values(ticket).execute();
    const questions = ids.map((id) => ({ id }));
    const run = JSON.stringify({ questions, rows: [{}], used: {} });
    const opened = { ticket: ticket.reference, pool: 'all' as const, run, opened_at: at };
    await db
      .insertInto('rush_runs')
      .values({ id: randomUUID(), player_id: player.id, state, ...opened })
      .execute();
  }
  const { data } = (await player.get('/user/data')).body;
  expect(data).toMatchObject({
    questionsSeen: [{ questionId: 'of-a-round' }, { questionId: 'run-1' }],
  });
});

test('is asked for ten times an hour, and by players alone', async () => {
  const player = await server().signUp();
  for (let time = 0; time < 10; time += 1) {
    expect((await player.get('/user/data')).status).toBe(200);
  }
  expect((await player.get('/user/data')).body.code).toBe('rate/limited');
  server().clock.at += 3_600_000;
  expect((await player.get('/user/data')).status).toBe(200);
  expect((await server().call('GET', '/user/data')).status).toBe(401);
});

test('a sign-in is known by browser and system, and by nothing else of what its phone says', async () => {
  const player = await server().signUp();
  server().clock.at += 60_000;
  const token = String((await server().lookUp(player.phone)).body.meta?.token);
  const agent =
    'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
  for (const userAgent of [agent, 'another since']) {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgent };
    await server().call('GET', '/user/dailyplays', { headers });
  }
  const { data } = (await player.get('/user/sessions')).body;
  expect(data).toMatchObject([
    { device: 'Chrome on Android', isCurrent: false },
    { device: null, isCurrent: true },
  ]);
  const kept = await server().db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain('SM-A135F');
});

test('a device that cannot be noted fails no call, and is noted by a later one', async () => {
  const player = await server().signUp();
  const headers = { authorization: `Bearer ${player.token}`, 'user-agent': 'Firefox/127.0' };
  const plays = () => server().call('GET', '/user/dailyplays', { headers });
  const { db } = server();
  const noDevice = sql`check (player_id <> ${sql.lit(player.id)} or device is null)`;
  await sql`alter table sessions add constraint no_device ${noDevice}`.execute(db);
  expect((await plays()).status).toBe(200);
  await sql`alter table sessions drop constraint no_device`.execute(db);
  expect((await plays()).status).toBe(200);
  const { data } = (await player.get('/user/sessions')).body;
  expect(data).toMatchObject([{ device: 'Firefox' }]);
});

test('sign-ins are listed, and all others ended', async () => {
  const player = await server().signUp();
  const elsewhere = [];
  for (let phone = 0; phone < 3; phone += 1) {
    server().clock.at += 60_000;
    elsewhere.push(String((await server().lookUp(player.phone)).body.meta?.token));
  }
  const listed = (await player.get('/user/sessions')).body.data as { isCurrent: boolean }[];
  expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true]);
  const ended = await player.delete('/user/sessions', undefined, { key: newKey() });
  expect(ended.body.data).toEqual({ ended: 3 });
  for (const token of elsewhere) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await server().call('GET', '/user/dailyplays', { headers })).status).toBe(401);
  }
  expect((await player.get('/user/sessions')).body.data).toHaveLength(1);
});
