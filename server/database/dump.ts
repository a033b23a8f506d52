import { execFile } from 'node:child_process';
import { StartError } from '../config/start-error.ts';
import { writeWhole } from './locks.ts';

/** Copies a PostgreSQL database while it is in use. Throws StartError if `pg_dump` fails. */
export async function dump(address: string, file: string): Promise<void> {
  const how = ['--format=custom', '--no-owner', '--no-privileges'];
  await writeWhole(file, (part) => run('pg_dump', address, [...how, '--file', part]));
}

/**
 * Restores a copy made by `dump` into an empty PostgreSQL database, whole or not at all. Throws StartError.
 */
export async function restoreDump(address: string, file: string): Promise<void> {
  const whole = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await run('pg_restore', address, [...whole, file]);
}

function run(program: string, address: string, args: string[]): Promise<void> {
  const url = new URL(address);
  // Other users of the machine may read the arguments of a process.
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(url.password) };
  url.password = '';
  return new Promise((resolve, reject) => {
    execFile(program, ['--dbname', url.href, ...args], { env }, (error, _stdout, stderr) => {
      if (error === null) return resolve();
      const why = error.code === 'ENOENT' ? 'it is not installed' : stderr.trim() || error.message;
      reject(new StartError(`${program} failed: ${why}`));
    });
  });
}
