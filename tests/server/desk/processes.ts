import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { apiOver, overHttp } from '../../../scripts/lib/player/call.ts';
import { makeAccount, Player } from '../../../scripts/lib/player/player.ts';
import type { Db, Trx } from '../../../server/database/tables.ts';
import { NODE, ROOT, SHORT_LIVED } from '../../support/project.ts';
import { startProcess } from '../../support/server-process.ts';
import { countWaiting } from '../../support/waiting.ts';

/** A command in a process of its own. */
export async function desk(env: Record<string, string>, ...args: string[]) {
  return startDesk(env, ...args).done;
}

function startDesk(env: Record<string, string>, ...args: string[]) {
  const child = spawn(NODE, [...SHORT_LIVED, join(ROOT, 'server/desk/main.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const read = async () => {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status, signal] = await ended;
    return { status, signal, stdout, stderr };
  };
  return { child, done: read() };
}

/**
 * A command that is killed while it waits for a lock held by `hold`; the database has rolled it
 * back by then.
 */
export async function killedWaiting(
  env: Record<string, string>,
  db: Db,
  { hold, args }: { hold: (trx: Trx) => Promise<unknown>; args: string[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await hold(trx);
    const { child, done } = startDesk(env, ...args);
    await expect.poll(() => countWaiting(db), { timeout: 60_000 }).toBe(1);
    child.kill('SIGKILL');
    expect(await done).toMatchObject({ signal: 'SIGKILL' });
  });
  await expect.poll(() => countOthers(db)).toBe(0);
}

/** The number of other connections: one whose process was killed counts until the database notices. */
async function countOthers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function aServer(env: Record<string, string>) {
  const server = startProcess(env);
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  return { ...server, address: await server.ready };
}

/** The key printed when the first operator is added. */
export async function firstKey(env: Record<string, string>): Promise<string> {
  const { stdout } = await desk(env, 'operators', 'add', 'ngozi');
  return /^ngozi is added\. .*\n(\S{32})\n$/.exec(stdout)?.[1] ?? '';
}

/** A new player of the server at an address, with a plan. */
export async function subscribe(address: string, phone: string): Promise<void> {
  const api = apiOver(overHttp(address));
  await new Player(api, await makeAccount(api, { phone })).subscribe();
}
