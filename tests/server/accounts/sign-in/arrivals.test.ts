import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteOldArrivals } from '../../../../server/accounts/sign-in/arrivals.ts';
import { DAY_MS, lagosDate } from '../../../../src/rules/calendar.ts';
import { operate } from '../../../support/desk.ts';
import { newKey, testServer } from '../../../support/server.ts';
import { askForCode, inboxOf, OPERATOR_SECRET, operatorProof } from '../../../support/sign-in.ts';

const open = testServer();

const byCode = testServer({ env: { SIGN_IN_POLICY: 'otp' } });

const byOperator = testServer({
  env: { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: OPERATOR_SECRET },
});

const MINUTE_MS = 60_000;

type Server = ReturnType<typeof open>;

beforeEach(async () => {
  for (const server of [open(), byCode(), byOperator()]) {
    await server.db.deleteFrom('arrival_counts').execute();
  }
});

const createPlayer = (server: Server, phone: string, came: object, key = newKey()) =>
  server.call('POST', '/user/', {
    body: { name: 'ada', email: 'ada@example.com', phone, platform: 'rave', ...came },
    headers: { 'idempotency-key': key },
  });

const logIn = (server: Server, phone: string, came: Record<string, string> = {}, headers = {}) =>
  server.call('GET', `/user/${phone}?${new URLSearchParams(came)}`, { headers });

/** A minute later nothing counts as a repeat. */
function later(server: Server): void {
  server.clock.at += MINUTE_MS;
}

/** The operator's view. */
const told = async (server: Server) => (await operate(server, ['arrivals'])).lines;

describe('a sign-up and a log-in', () => {
  test('are counted by source and campaign, and nothing of who it was is kept', async () => {
    const [ada, bola] = [open().newPhone(), open().newPhone()];
    await createPlayer(open(), ada, { entry: 'landing', source: 'Radio', social: 'Spring' });
    await createPlayer(open(), bola, { entry: 'landing' });
    later(open());
    await logIn(open(), ada, { entry: 'login', campaign: 'Summer 26' });
    await logIn(open(), bola, { entry: 'network' });
    expect(await told(open())).toEqual([
      '1 sign-ups, 0 log-ins: landing',
      '1 sign-ups, 0 log-ins: radio, campaign spring',
      '0 sign-ups, 1 log-ins: login, campaign summer 26',
      '0 sign-ups, 1 log-ins: network',
      '2 sign-ups, 2 log-ins in all',
    ]);
    const columns = await sql<{ name: string }>`select column_name as name
      from information_schema.columns where table_name = 'arrival_counts'`.execute(open().db);
    const names = columns.rows.map(({ name }) => name).toSorted();
    expect(names).toEqual(['campaign', 'day', 'log_ins', 'sign_ups', 'source']);
  });

  test('by code count where the code was answered, not where it was asked for', async () => {
    const phone = byCode().newPhone();
    const answer = async (key: string, came: object) => {
      const [newest] = await inboxOf(byCode(), phone);
      const body = { code: newest?.code, ...came };
      const headers = { 'idempotency-key': key };
      return byCode().call('POST', `/user/challenge/${id}`, { body, headers });
    };
    let id = await askForCode(byCode(), phone);
    const { body } = await answer(newKey(), { entry: 'landing' });
    const proof = body.meta?.proof;
    await createPlayer(byCode(), phone, { entry: 'landing', source: 'share', proof });
    byCode().clock.at += 2 * MINUTE_MS;
    id = await askForCode(byCode(), phone);
    const key = newKey();
    await answer(key, { entry: 'authenticate' });
    // A lost reply: the same call again, even with another source.
    expect((await answer(key, { entry: 'authenticate', source: 'x' })).body.status).toBe(true);
    expect(await told(byCode())).toEqual([
      '1 sign-ups, 0 log-ins: share',
      '0 sign-ups, 1 log-ins: authenticate',
      '1 sign-ups, 1 log-ins in all',
    ]);
  });

  test('by a signed link count once, however often the call comes', async () => {
    const phone = byOperator().newPhone();
    const proofOf = () => operatorProof(phone, byOperator().clock.at);
    const created = { entry: 'login', proof: proofOf() };
    const key = newKey();
    await createPlayer(byOperator(), phone, created, key);
    await createPlayer(byOperator(), phone, created, key);
    later(byOperator());
    const came = { entry: 'login', proof: proofOf() };
    const headers = { 'idempotency-key': newKey() };
    for (const entry of ['login', 'authenticate', 'login']) {
      const reply = await logIn(byOperator(), phone, { ...came, entry }, headers);
      expect(reply.body.status).toBe(true);
    }
    expect(await told(byOperator())).toEqual(['1 sign-ups, 1 log-ins: login', expect.any(String)]);
  });

  test('that somebody signed in already makes is none', async () => {
    const player = await open().signUp();
    later(open());
    await player.get(`/user/${player.phone}?entry=login`);
    expect(await told(open())).toEqual([
      expect.stringMatching(/^1 sign-ups, 0 log-ins: /),
      expect.any(String),
    ]);
  });

  test('without a word on it is of nobody knows where', async () => {
    const ada = await open().signUp();
    later(open());
    await logIn(open(), ada.phone);
    expect((await told(open())).slice(0, 1)).toEqual(['1 sign-ups, 1 log-ins: unknown']);
  });
});

describe('names of links', () => {
  test.each([
    ['  FaceBook   Ads ', 'facebook ads'],
    ['ｒａｄｉｏ', 'radio'],
    ['<script>', 'landing'],
    ['a\u0000b', 'landing'],
    ['a\u202eb', 'landing'],
    ['x'.repeat(65), 'landing'],
    ['\ufdfa'.repeat(64), '\ufdfa'.repeat(4).normalize('NFKC').slice(0, 64)],
    ['08030000055', 'other'],
    ['ada-0803 000.0055', 'other'],
    ['', 'landing'],
  ])('%j counts as %j', async (source, counted) => {
    await createPlayer(open(), open().newPhone(), { entry: 'landing', source });
    expect((await told(open()))[0]).toBe(`1 sign-ups, 0 log-ins: ${counted}`);
  });

  test.each([[5], [{ a: 1 }], [['a']], [null], [true]])(
    'that are none, like %j, keep nobody out',
    async (entry) => {
      const came = { entry, campaign: entry, source: entry, social: entry };
      const reply = await createPlayer(open(), open().newPhone(), came);
      expect(reply.status).toBe(200);
      expect((await told(open()))[0]).toBe('1 sign-ups, 0 log-ins: unknown');
    },
  );

  test('are at most 200 a day, also when they come at once; the rest is other, the app’s own stay', async () => {
    const day = lagosDate(open().clock.at);
    const rows = Array.from({ length: 195 }, (_, at) => {
      return { day, source: `made up ${at}`, campaign: '', sign_ups: 0, log_ins: 0 };
    });
    await open().db.insertInto('arrival_counts').values(rows).execute();
    const sources = [...'abcdefghijkl', 'a', 'made up 7'];
    await Promise.all(
      sources.map((source) =>
        createPlayer(open(), open().newPhone(), { source, campaign: source }),
      ),
    );
    await createPlayer(open(), open().newPhone(), { entry: 'secure-d' });
    await createPlayer(open(), open().newPhone(), { source: 'share' });
    const counts = await open().db.selectFrom('arrival_counts').selectAll().execute();
    const named = counts.filter(({ source }) => !['other', 'secure-d', 'share'].includes(source));
    expect(named).toHaveLength(200);
    const sum = (of: typeof counts) => of.reduce((all, row) => all + Number(row.sign_ups), 0);
    expect(sum(counts)).toBe(sources.length + 2);
    for (const own of ['secure-d', 'share']) {
      expect(sum(counts.filter(({ source }) => source === own))).toBe(1);
    }
    expect(sum(counts.filter(({ source }) => source === 'other'))).toBeGreaterThan(0);
  });
});

test('a count that cannot be kept keeps nobody out', async () => {
  const { db } = open();
  await sql`alter table arrival_counts rename to arrival_counts_gone`.execute(db);
  try {
    const phone = open().newPhone();
    expect((await createPlayer(open(), phone, {})).body.meta?.token).toBeTruthy();
    later(open());
    expect((await logIn(open(), phone)).body.meta?.token).toBeTruthy();
  } finally {
    await sql`alter table arrival_counts_gone rename to arrival_counts`.execute(db);
  }
});

test('metrics tell the totals of the day, and no name', async () => {
  await createPlayer(open(), open().newPhone(), { source: 'secret-campaign' });
  await createPlayer(open(), open().newPhone(), {});
  const { body } = await open().app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain('\nfom_sign_ups_total 2\n');
  expect(body).toContain('\nfom_log_ins_total 0\n');
  expect(body).not.toContain('secret-campaign');
});

test('a day is told by itself, and forgotten after a year', async () => {
  const { db, clock } = open();
  const day = lagosDate(clock.at);
  await createPlayer(open(), open().newPhone(), { entry: 'onboarding' });
  clock.at += DAY_MS;
  expect(await told(open())).toEqual([`Nobody signed up or logged in on ${lagosDate(clock.at)}`]);
  expect((await operate(open(), ['arrivals', day])).lines).toContain(
    '1 sign-ups, 0 log-ins: onboarding',
  );
  for (const wrong of [['today'], [day, 'more']]) {
    const { isDone, lines } = await operate(open(), ['arrivals', ...wrong]);
    expect({ isDone, usage: lines[0] }).toEqual({
      isDone: false,
      usage: 'npm run admin -- arrivals [DAY]',
    });
  }
  await deleteOldArrivals(db, clock.at + 363 * DAY_MS);
  expect(await db.selectFrom('arrival_counts').selectAll().execute()).toHaveLength(1);
  await deleteOldArrivals(db, clock.at + 366 * DAY_MS);
  expect(await db.selectFrom('arrival_counts').selectAll().execute()).toEqual([]);
});
