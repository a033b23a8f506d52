import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { loadBank } from '../../question-bank/reader/load-bank.ts';
import { type Config, readConfig } from '../config/config.ts';
import { openDatabase } from '../database/connection.ts';
import { keepMoneyApartIfPlayed } from '../database/money-kind.ts';
import { openProviders } from '../providers/open-providers.ts';
import { verifyList } from '../raffle/verify.ts';
import { askKey } from './ask-key.ts';
import type { Asked, Told } from './desk.ts';
import { goLive } from './go-live.ts';
import { restoreDatabase } from './restore.ts';
import { runCommand } from './run.ts';
import { askDesk } from './socket.ts';

/** Beside the server on PostgreSQL these move money by the configuration of this process. */
const MOVING_MONEY = ['payments', 'payouts', 'wallets', 'draw', 'questions'];

try {
  const told = await run(process.argv.slice(2));
  const to = told.isDone ? process.stdout : process.stderr;
  to.write(`${told.lines.join('\n')}\n`);
  if (!told.isDone) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<Told> {
  const [group, command, file] = args;
  // Whoever checks a draw has neither the server nor its configuration.
  if (group === 'draw' && command === 'verify' && file !== undefined) return verifyFile(file);
  const config = readConfig(process.env);
  const key = process.env.OPERATOR_KEY || null;
  const asked = { args: args.map(wholePath), key };
  const isRestoring = group === 'database' && command === 'restore';
  const does = isRestoring ? restoreDatabase : group === 'go-live' ? goLive : ask;
  const told = await does(config, asked);
  if (!told.isKeyNeeded || !process.stdin.isTTY) return told;
  const typed = await askKey({ input: process.stdin, output: process.stderr });
  return typed === null ? told : does(config, { ...asked, key: typed });
}

/** The file of a command about the database: the server that does it may run in another folder. */
function wholePath(word: string, at: number, [group]: string[]): string {
  return group === 'database' && at === 2 ? resolve(word) : word;
}

async function verifyFile(file: string): Promise<Told> {
  const input = createReadStream(file);
  await once(input, 'open');
  const { lines, isRight } = await verifyList(createInterface({ input }));
  return { lines, isDone: isRight };
}

/** The server that has the embedded database does it; where none runs, or on PostgreSQL, this does. */
async function ask(config: Config, asked: Asked): Promise<Told> {
  const told = config.databaseUrl === null ? await askDesk(config.dataDir, asked) : null;
  if (told !== null) return told;
  // Who typed it can end it, however long the database thinks.
  const { db, close, backUp } = await openDatabase(openedFor(asked, config), { answerMs: 0 });
  try {
    const [group = ''] = asked.args;
    if (MOVING_MONEY.includes(group)) await keepMoneyApartIfPlayed(db, config, Date.now());
    const providers = openProviders(config, fetch, () => serverOf(config));
    const desk = { db, config, ...providers, now: Date.now, readBank: loadBank, backUp };
    return await runCommand(desk, asked);
  } finally {
    await close();
  }
}

/** What counts the scores stands still while they are made anew, which is the owner's to do. */
function openedFor({ args: [group] }: Asked, config: Config) {
  const { databaseUrl, migrateUrl, dataDir } = config;
  if (group !== 'boards' || migrateUrl === null) return { databaseUrl, migrateUrl, dataDir };
  return { databaseUrl: migrateUrl, dataDir };
}

/** Where the server plays the providers that are not configured. */
function serverOf({ host, port }: Config): string {
  const isAny = host === '0.0.0.0' || host === '::';
  return `http://${isAny ? 'localhost' : host}:${port}`;
}
