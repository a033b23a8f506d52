import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/connection.ts';
import { findPlayer, readPhone } from './players.ts';
import { endSessionsOf } from './sessions.ts';

const USAGE = `npm run sessions -- COMMAND

  revoke PHONE    end every session of a number's player, at once`;

async function run(args: string[]): Promise<string> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [command, phone, ...rest] = positionals;
  if (command !== 'revoke' || phone === undefined || rest.length > 0) throw new Error(USAGE);
  return revoke(readPhone(phone));
}

async function revoke(phone: string): Promise<string> {
  const { db, close } = await openDatabase(readConfig(process.env));
  try {
    const playerId = await findPlayer(db, phone);
    if (playerId === null) throw new Error('There is no account with this phone number');
    return `Sign-ins ended: ${await endSessionsOf(db, playerId)}`;
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
