import { type Config, readConfig } from '../config/config.ts';
import { openDatabase } from './connection.ts';
import type { Db } from './tables.ts';

/** What a command does, and the line that it tells. */
type Work = (db: Db, config: Config) => Promise<string>;

/**
 * Runs a command of a process of its own on the configured database: `read` gives what its arguments
 * ask for, or throws what to tell in place of it.
 */
export async function runCommand(read: (args: string[]) => Work): Promise<void> {
  try {
    const work = read(process.argv.slice(2));
    const config = readConfig(process.env);
    const { db, close } = await openDatabase(config);
    try {
      process.stdout.write(`${await work(db, config)}\n`);
    } finally {
      await close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
