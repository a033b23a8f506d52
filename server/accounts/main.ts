import { parseArgs } from 'node:util';
import { runCommand } from '../database/run-command.ts';
import { findPlayer, readPhone } from './players.ts';
import { endSessionsOf } from './sessions.ts';

const USAGE = `npm run sessions -- COMMAND

  revoke PHONE    end every session of a number's player, at once`;

await runCommand((args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [command, given, ...rest] = positionals;
  if (command !== 'revoke' || given === undefined || rest.length > 0) throw new Error(USAGE);
  const phone = readPhone(given);
  return async (db) => {
    const playerId = await findPlayer(db, phone);
    if (playerId === null) throw new Error('There is no account with this phone number');
    return `Sign-ins ended: ${await endSessionsOf(db, playerId)}`;
  };
});
