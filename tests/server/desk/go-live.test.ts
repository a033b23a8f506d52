// @module-tag once
// @module-tag full
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/connection.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { Trx } from '../../../server/database/tables.ts';
import { newOperatorKey } from '../../../server/desk/operators.ts';
import { aFolder } from '../../support/a-folder.ts';
import { startProcess } from '../../support/server-process.ts';
import {
  createTestDatabase,
  prepareDataDir,
  TEST_DATABASE_URL,
} from '../../support/test-database.ts';
import { aServer, desk, firstKey, killedWaiting, subscribe } from './processes.ts';

const REAL = {
  ...{ CARD_SECRET_KEY: 'sk_live_x', CARD_PUBLIC_KEY: 'pk_live_x', SIGN_IN_POLICY: 'otp' },
  ...{ SMS_URL: 'https://sms.example.ng', SMS_TOKEN: 'x' },
};

const KILLER = new URL('../../support/kill-at-rename.ts', import.meta.url).pathname;

type Env = Record<string, string>;

/** A server with played games and two operators, stopped; gives their keys. */
async function played(env: Env & { DATA_DIR: string }): Promise<[string, string]> {
  const server = await aServer(env);
  const ngozi = await firstKey(env);
  const { key: musa, seal } = newOperatorKey();
  await desk({ ...env, OPERATOR_KEY: ngozi }, 'operators', 'add', 'musa', seal);
  await subscribe(server.address, '08030000055');
  server.child.kill('SIGTERM');
  await server.ended;
  const { db, close } = await openDatabase({
    databaseUrl: env.DATABASE_URL ?? null,
    migrateUrl: env.DATABASE_MIGRATE_URL ?? null,
    dataDir: env.DATA_DIR,
  });
  const counts = { right_answers: 3, wrong_answers: 1, skipped: 0, timed_out: 0 };
  const about = {
    question_id: 'q1',
    level: 'easy',
    band: 1,
    strengths: 0.5,
    times: [1, 2],
  } as const;
  await db
    .insertInto('question_stats')
    .values({ ...about, ...counts, times: [1, 2] })
    .execute();
  await close();
  return [ngozi, musa];
}

/**
 * A database with an owner role and a serving role, neither a superuser: the addresses of both, and
 * of a superuser.
 */
async function twoRoles(): Promise<{ serving: string; owner: string; mighty: string }> {
  const { address, drop } = await createTestDatabase();
  const name = new URL(address).pathname.slice(1);
  const roles = [`${name}_owner`, `${name}_serving`];
  const { db, close } = connectPostgres(TEST_DATABASE_URL);
  for (const role of roles) await sql.raw(`create role ${role} login`).execute(db);
  await sql.raw(`alter database ${name} owner to ${roles[0]}`).execute(db);
  onTestFinished(async () => {
    await drop();
    for (const role of roles) await sql.raw(`drop role ${role}`).execute(db);
    await close();
  });
  const [owner = '', serving = ''] = roles.map((role) => {
    const url = new URL(address);
    url.username = role;
    return url.href;
  });
  return { serving, owner, mighty: address };
}

/** The second approval, killed once the old tables are renamed and the new schema exists. */
async function killedInNewSchema(mighty: string, env: Env): Promise<void> {
  const { db, close } = connectPostgres(mighty);
  for (const statement of [
    'create schema held',
    `create function held.wait() returns event_trigger language plpgsql
      as $$ begin perform pg_advisory_xact_lock(77); end $$`,
    `create event trigger held on ddl_command_end when tag in ('CREATE SCHEMA')
      execute function held.wait()`,
  ]) {
    await sql.raw(statement).execute(db);
  }
  const hold = (trx: Trx) => sql`select pg_advisory_xact_lock(77)`.execute(trx);
  await killedWaiting(env, db, { hold, args: ['go-live', 'start'] });
  await sql`drop event trigger held`.execute(db);
  const { rows } = await sql`select from pg_namespace where nspname like 'played%'`.execute(db);
  expect(rows).toEqual([]);
  await close();
}

async function expectNoStart(env: Env, why: RegExp): Promise<void> {
  const server = startProcess(env);
  expect(await server.ended).toBe(1);
  expect(server.said.stderr).toMatch(why);
}

/**
 * The contents that a real server starts with: no player, the two operators, the verdicts from
 * answers.
 */
async function expectNew(env: Env & { DATA_DIR: string }): Promise<void> {
  const { db, close } = await openDatabase({
    databaseUrl: env.DATABASE_URL ?? null,
    migrateUrl: env.DATABASE_MIGRATE_URL ?? null,
    dataDir: env.DATA_DIR,
  });
  expect(await db.selectFrom('players').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('ledger_postings').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('question_stats').selectAll().execute()).toMatchObject([
    { question_id: 'q1', right_answers: 3, times: [1, 2] },
  ]);
  const operators = await db.selectFrom('operators').select('name').orderBy('name').execute();
  expect(operators.map(({ name }) => name)).toEqual(['musa', 'ngozi']);
  await close();
  const server = await aServer({ ...env, ...REAL });
  server.child.kill('SIGTERM');
  await server.ended;
  await expectNoStart(env, /is for real money/);
}

test('trial play never becomes real: two operators start a new database, and the old one stays', async () => {
  const folder = aFolder();
  const env = { DATA_DIR: join(folder, 'data') };
  await prepareDataDir(env.DATA_DIR);
  const [ngozi, musa] = await played(env);
  await expectNoStart({ ...env, ...REAL }, /npm run admin -- go-live/);
  const { stderr: refused } = await desk({ ...env, ...REAL }, 'payments', 'reports');
  expect(refused).toContain('npm run admin -- go-live');

  const goLive = (key: string, ...args: string[]) =>
    desk({ ...env, ...REAL, OPERATOR_KEY: key }, 'go-live', ...args);
  const shown = await goLive('');
  expect(shown.stdout).toContain('1 players with 1,000 coins');
  expect((await goLive('', 'start')).stderr).toContain('OPERATOR_KEY');
  for (const _ of [1, 2]) {
    expect((await goLive(ngozi, 'start')).stdout).toMatch(/^ngozi says yes\. Another operator/);
  }
  await expectNoStart({ ...env, ...REAL }, /npm run admin -- go-live/);
  const killed = (key: string, at: string) =>
    desk(
      { ...env, ...REAL, OPERATOR_KEY: key, KILL_AT: at, NODE_OPTIONS: `--import=${KILLER}` },
      ...['go-live', 'start'],
    );

  // Killed with the new one whole and the old one in its place: nothing has changed.
  expect(await killed(musa, 'next')).toMatchObject({ signal: 'SIGKILL' });
  expect(readdirSync(env.DATA_DIR)).toContain('next');
  expect((await goLive('')).stdout).toContain('1 players with 1,000 coins');
  expect((await goLive('', 'start')).stderr).toContain('OPERATOR_KEY');
  expect((await goLive(ngozi, 'start')).stdout).toMatch(/^ngozi says yes/);

  // Killed between the two: neither is in its place, and one of the two goes on.
  expect(await killed(musa, 'played_')).toMatchObject({ signal: 'SIGKILL' });
  const [old = ''] = readdirSync(env.DATA_DIR).filter((name) => name.startsWith('played_'));
  for (const key of ['', 'wrong']) {
    for (const args of [[], ['start']]) {
      expect((await goLive(key, ...args)).stderr).toMatch(key ? /No operator/ : /OPERATOR_KEY/);
    }
  }
  await expectNoStart({ ...env, ...REAL }, /Go on with it: npm run admin -- go-live/);
  expect((await goLive(ngozi)).stdout).toContain('takes its place');
  await expectNew(env);

  // The old one is whole.
  const copy = { DATA_DIR: join(folder, 'copy') };
  await prepareDataDir(copy.DATA_DIR);
  rmSync(join(copy.DATA_DIR, 'postgres'), { recursive: true });
  renameSync(join(env.DATA_DIR, old), join(copy.DATA_DIR, 'postgres'));
  const { stdout } = await desk(copy, 'payments', 'of', '08030000055');
  expect(stdout).toContain('1,000 coins');
}, 180_000);

test.skipIf(TEST_DATABASE_URL === '')(
  'on PostgreSQL the old tables stay in a schema of their own, all at once or not at all',
  async () => {
    const { serving, owner, mighty } = await twoRoles();
    const env = { DATABASE_URL: serving, DATABASE_MIGRATE_URL: owner, DATA_DIR: aFolder() };
    const [ngozi, musa] = await played(env);
    await expectNoStart({ ...env, ...REAL }, /npm run admin -- go-live/);
    const goLive = (key: string) =>
      desk({ ...env, ...REAL, OPERATOR_KEY: key }, 'go-live', 'start');
    expect((await goLive(ngozi)).stdout).toMatch(/^ngozi says yes/);
    const server = await aServer(env);
    expect((await goLive(musa)).stderr).toContain('The database is in use');
    expect((await desk(env, 'payments', 'of', '08030000055')).stdout).toContain('1,000 coins');
    server.child.kill('SIGTERM');
    await server.ended;
    await killedInNewSchema(mighty, { ...env, ...REAL, OPERATOR_KEY: musa });
    expect((await desk(env, 'payments', 'of', '08030000055')).stdout).toContain('1,000 coins');
    expect((await goLive('')).stderr).toContain('OPERATOR_KEY');
    const { stdout } = await goLive(musa);
    expect(stdout).toMatch(/stays in the schema played_\d{14}/);
    expect(stdout).toContain('Its operators are ngozi and musa');
    await expectNew(env);
    // The serving role sees nothing of the old tables.
    const { db, close } = connectPostgres(serving);
    const { rows } = await sql<{ sees: boolean; of: string }>`
      select has_schema_privilege(nspname, 'usage') as sees, nspname as of from pg_namespace
      where nspname like 'played%' or nspname = 'public' order by nspname`.execute(db);
    await close();
    expect(rows.map(({ sees }) => sees)).toEqual([false, true]);
  },
  180_000,
);
