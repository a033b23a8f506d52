// @module-tag once
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersTo } from '../../scripts/lib/player/player.ts';
import { openDatabase } from '../../server/database/connection.ts';
import { connectPostgres } from '../../server/database/postgres.ts';
import type { OpenDatabase } from '../../server/database/tables.ts';
import type { App } from '../../server/http/serve.ts';
import { checkLedger } from '../../server/ledger/ledger.ts';
import { hasPooler, type Pooler, startPooler } from '../support/pooler.ts';
import { newKey, TestServer } from '../support/server.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { signUpByCode } from '../support/sign-in.ts';
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts';
import { choose, expected, PACK, verify } from './payments/card-calls.ts';

const role = `mastermind_pooled_${randomBytes(6).toString('hex')}`;

async function asOwner(statements: string): Promise<void> {
  const { db, close } = connectPostgres(TEST_DATABASE_URL);
  for (const statement of statements.split(';').filter((one) => one.trim() !== '')) {
    await sql.raw(statement).execute(db);
  }
  await close();
}

/** Calls that go to one server and the other in turn, as through a proxy without sessions. */
function inTurn(addresses: readonly string[]): { app: App; asked: number[] } {
  const asked = addresses.map(() => 0);
  let calls = 0;
  const inject = async (call: {
    method: string;
    url: string;
    headers: Record<string, string>;
    payload?: object;
  }) => {
    const at = calls % addresses.length;
    calls += 1;
    asked[at] = (asked[at] ?? 0) + 1;
    const { method, url, payload } = call;
    const reply = await fetch(`${addresses[at]}${url}`, {
      method,
      headers: { ...call.headers, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    const body = await reply.text();
    return { statusCode: reply.status, headers: {}, body, json: () => JSON.parse(body) };
  };
  return { app: { inject } as unknown as App, asked };
}

describe.each([
  { way: 'directly', isPooled: false },
  { way: 'through PgBouncer', isPooled: true },
])('two servers on one PostgreSQL, $way', ({ isPooled }) => {
  const isThere = TEST_DATABASE_URL !== '' && (hasPooler || !isPooled);
  const lacking = hasPooler ? 'a PostgreSQL is not named' : 'PgBouncer is not installed';
  const testHere = (what: string, run: () => Promise<void>) =>
    test(what, async ({ skip }) => {
      skip(!isThere, lacking);
      await run();
    });

  let drop = async () => {};
  let direct = '';
  let pooler: Pooler | null = null;
  let servers: ServerProcess[] = [];
  let database: OpenDatabase;

  beforeAll(async () => {
    if (!isThere) return;
    const created = await createTestDatabase();
    drop = created.drop;
    const address = new URL(created.address);
    if (isPooled) {
      address.username = role;
      await asOwner(`create role ${role} login`);
      await asOwner(`alter database ${address.pathname.slice(1)} owner to ${role}`);
    }
    direct = address.href;
    database = connectPostgres(direct);
  });
  afterAll(async () => {
    if (!isThere) return;
    for (const { child, ended } of servers) {
      child.kill('SIGKILL');
      await ended;
    }
    await database.close();
    await pooler?.stop();
    await drop();
    if (isPooled) await asOwner(`drop role ${role}`);
  });

  if (isPooled) {
    testHere(
      'a pooler that drops the time limits stops the start, which says what to do',
      async () => {
        pooler = await startPooler(direct);
        const opened = openDatabase({ databaseUrl: pooler.address, dataDir: '' });
        const { message } = await opened.then(
          () => new Error('it was opened'),
          (error: Error) => error,
        );
        expect(message).toMatch(
          /^The pooler of DATABASE_URL drops the time limits that end what hangs/,
        );
        expect(message.match(/alter role/g)).toHaveLength(3);
        await asOwner(message.slice(message.indexOf('alter role')));
        // As with `RECONNECT`.
        await pooler.stop();
        pooler = await startPooler(direct);
      },
    );
  }

  testHere('whichever answers, a player signs in, plays, buys and is on the board', async () => {
    const DATABASE_URL = pooler?.address ?? direct;
    const start = () => startProcess({ DATABASE_URL, SIGN_IN_POLICY: 'otp' });
    servers = [start(), start()];
    const { app, asked } = inTurn(await Promise.all(servers.map(({ ready }) => ready)));
    const nothing = { clock: { at: Date.now() }, unlisted: [], close: async () => {} };
    const parts = { app, db: database.db, ...nothing } as unknown as TestServer;
    const player = await (await signUpByCode(new TestServer(parts))).subscribe();
    const round = await player.openRound();
    const key = newKey();
    const first = await player.deliver(round, answersTo(round), { key });
    const again = await player.deliver(round, answersTo(round), { key });
    expect(first.body).toMatchObject({ status: true, data: { awarded: { points: 50 } } });
    expect(again.body).toEqual(first.body);
    const won = await player.user();
    const coins = Number(won.pointBalance) + PACK.coins;
    const reference = await expected(player);
    expect((await choose(player.server, player, reference, 'pay')).body.data).toEqual({
      status: 'success',
    });
    for (const _of of servers) expect((await verify(player, reference)).status).toBe(200);
    for (const _of of servers) {
      expect(await player.user()).toMatchObject({ pointBalance: coins });
      const board = await player.get('/points');
      expect(board.body.data).toMatchObject({ position: 1, user: { highScore: won.highScore } });
    }
    const ended = await player.post('/user/logout', {});
    expect(ended.status).toBeLessThan(300);
    for (const _of of servers) expect((await player.get('/user/dailyplays')).status).toBe(401);
    for (const calls of asked) expect(calls).toBeGreaterThan(8);
    const { strays, unbalanced } = await checkLedger(database.db);
    expect([strays, unbalanced]).toEqual([[], []]);
  });

  testHere('no connection is left with a lock or a setting of its user', async () => {
    const through = connectPostgres(pooler?.address ?? direct, { connections: 5 });
    const left = await Promise.all(
      Array.from({ length: 5 }, () =>
        sql<{ limit: string; locks: number }>`
          select current_setting('statement_timeout') as limit, pg_sleep(0.05)::text,
            (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks
        `.execute(through.db),
      ),
    );
    for (const { rows } of left) expect(rows).toMatchObject([{ limit: '15s', locks: 0 }]);
    await through.close();
  });
});
