import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { openVault } from '../crypto/vault.ts';
import { openDatabase } from '../database/connection.ts';
import { resealAccounts } from './reseal.ts';

const USAGE = `npm run keys -- COMMAND

  rotate    have the first of BANK_KEYS seal every bank account; the others are then not needed`;

async function run(args: string[]): Promise<string> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.join(' ') !== 'rotate') throw new Error(USAGE);
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config);
  try {
    const resealed = await resealAccounts(db, await openVault(db, config.bankKeys));
    return `Bank accounts sealed anew: ${resealed}`;
  } finally {
    await close();
  }
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
