import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project.ts';
import { freePort, listens } from './proxies.ts';

/** Whether PgBouncer is installed here. */
export const hasPooler = !spawnSync('pgbouncer', ['--version']).error;

/** A PgBouncer in front of a database, for the role in its address. */
export type Pooler = { address: string; stop: () => Promise<void> };

/** Runs PgBouncer by its file of `deploy/`. */
export async function startPooler(database: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'mastermind-pooler-'));
  const { hostname, port, username, password, pathname } = new URL(database);
  const through = new URL(database);
  through.host = `127.0.0.1:${await freePort()}`;
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  const text = await readFile(join(ROOT, 'deploy/pgbouncer.ini'), 'utf8');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    config,
    text
      .replace('football_mastermind = host=10.0.0.10 port=5432', () => {
        return `${pathname.slice(1)} = host=${hostname} port=${port || 5432}`;
      })
      .replace('listen_port = 6432', `listen_port = ${through.port}`)
      .replace('scram-sha-256', 'trust')
      .replace('/etc/pgbouncer/userlist.txt', users),
  );
  // It refuses to run as root, and reads its files as another user.
  await chmod(folder, 0o755);
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...as, config], { stdio: ['ignore', 'ignore', 'pipe'] });
  await listens(child, Number(through.port));
  return {
    address: through.href,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
      await rm(folder, { recursive: true });
    },
  };
}
