import { parseArgs } from 'node:util';
import { openVault } from '../crypto/vault.ts';
import { runCommand } from '../database/run-command.ts';
import { resealAccounts } from './reseal.ts';

const USAGE = `npm run keys -- COMMAND

  rotate    have the first of BANK_KEYS seal every bank account; the others are then not needed`;

await runCommand((args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.join(' ') !== 'rotate') throw new Error(USAGE);
  return async (db, { bankKeys }) => {
    const resealed = await resealAccounts(db, await openVault(db, bankKeys));
    return `Bank accounts sealed anew: ${resealed}`;
  };
});
