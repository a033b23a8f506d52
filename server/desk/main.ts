import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { sql } from 'kysely';
import { loadBank } from '../../question-bank/reader/load-bank.ts';
import { type Config, readConfig } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { openDatabase } from '../database/connection.ts';
import { restoreDump } from '../database/dump.ts';
import { restoreFolder } from '../database/embedded.ts';
import { keepMoneyApartIfPlayed } from '../database/money-kind.ts';
import { connectPostgres } from '../database/postgres.ts';
import { noteRestore } from '../database/restores.ts';
import { WAITS } from '../prizes/send.ts';
import { openProviders } from '../providers/open-providers.ts';
import { verifyList } from '../raffle/verify.ts';
import { USAGE } from './commands.ts';
import { goLive } from './go-live.ts';
import { askKey, findOperator, logChange } from './operators.ts';
import { runCommand } from './run.ts';
import { askDesk, type DeskCall, DeskError, type DeskReply } from './socket.ts';

/**
 * On PostgreSQL, these commands move money while the server runs, and use the configuration of this process.
 */
const MOVING_MONEY = ['payments', 'payouts', 'wallets', 'draw', 'questions'];

async function run(args: string[]): Promise<DeskReply> {
  const [group, command, file] = args;
  // A draw can be checked by anybody, without the server or its configuration.
  if (group === 'draw' && command === 'verify' && file !== undefined) return verifyFile(file);
  const config = readConfig(process.env);
  const key = process.env.OPERATOR_KEY || null;
  const asked = { args: args.map(wholePath), key };
  const isRestoring = group === 'database' && command === 'restore';
  const does = isRestoring ? restoreDatabase : group === 'go-live' ? goLive : ask;
  const reply = await does(config, asked);
  if (!reply.isKeyNeeded || !process.stdin.isTTY) return reply;
  const typed = await askKey({ input: process.stdin, output: process.stderr });
  return typed === null ? reply : does(config, { ...asked, key: typed });
}

/**
 * Makes the file of a database command an absolute path, because the server that runs the command may have
 * been started in another folder.
 */
function wholePath(word: string, at: number, [group]: string[]): string {
  return group === 'database' && at === 2 ? resolve(word) : word;
}

async function verifyFile(file: string): Promise<DeskReply> {
  const input = createReadStream(file);
  await once(input, 'open');
  const { lines, isRight } = await verifyList(createInterface({ input }));
  return { lines, isDone: isRight };
}

/**
 * Runs a command. On PostgreSQL this process runs it. With the embedded database the running server does, or
 * this process if no server runs.
 */
async function ask(config: Config, asked: DeskCall): Promise<DeskReply> {
  const reply = config.databaseUrl === null ? await askDesk(config.dataDir, asked) : null;
  if (reply !== null) return reply;
  // No query has a time limit here, because the operator can stop the command.
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

/**
 * The commands of `boards` connect as the role that owns the database, because they switch off the trigger
 * that counts scores.
 */
function openedFor({ args: [group] }: DeskCall, config: Config) {
  const { databaseUrl, migrateUrl, dataDir } = config;
  if (group !== 'boards' || migrateUrl === null) return { databaseUrl, migrateUrl, dataDir };
  return { databaseUrl: migrateUrl, dataDir };
}

/** The address of the server. It plays the part of providers that are not configured. */
function serverOf({ host, port }: Config): string {
  const isAny = host === '0.0.0.0' || host === '::';
  return `http://${isAny ? 'localhost' : host}:${port}`;
}

const NO_KEY = { lines: ['Your operator key is needed: set OPERATOR_KEY'], isKeyNeeded: true };

/**
 * Restores a copy into an empty database. The restore is logged there under an operator of the copy, because
 * an empty database has no operators. Throws StartError.
 */
async function restoreDatabase(config: Config, { args, key }: DeskCall): Promise<DeskReply> {
  const [, , file, ...more] = args;
  if (file === undefined || more.length > 0) return { lines: [USAGE.database], isDone: false };
  if (key === null) return { ...NO_KEY, isDone: false };
  await bringIn(config, file);
  const { db, close } = await openDatabase(config);
  const done = [`The database is as it was when ${file} was made`, WAITS];
  try {
    const operator = await findOperator(db, key);
    const log = { command: 'database restore', reference: file };
    await db.transaction().execute((trx) => logChange(trx, operator, log, Date.now()));
    return { lines: done, isDone: true };
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    return { lines: [...done, `${error.message}: it is not in its log`], isDone: false };
  } finally {
    await close();
  }
}

async function bringIn(config: Config, file: string): Promise<void> {
  const { databaseUrl, migrateUrl, dataDir } = config;
  if (databaseUrl === null) return restoreFolder(dataDir, file);
  const address = migrateUrl ?? databaseUrl;
  const { db, close } = connectPostgres(address);
  try {
    const { rows } = await sql<{ tables: number }>`
      select count(*) as tables from pg_tables where schemaname = current_schema()`.execute(db);
    if (rows[0]?.tables !== 0) {
      throw new StartError('The database has tables: restore into an empty one');
    }
  } finally {
    await close();
  }
  await restoreDump(address, file);
  const restored = await openDatabase(config);
  try {
    await noteRestore(restored.db, Date.now());
  } finally {
    await restored.close();
  }
}

try {
  const reply = await run(process.argv.slice(2));
  const to = reply.isDone ? process.stdout : process.stderr;
  to.write(`${reply.lines.join('\n')}\n`);
  if (!reply.isDone) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
