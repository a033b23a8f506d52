import { sql } from 'kysely';
import { formatKobo } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { openDatabase } from '../database/connection.ts';
import { isHalfSwapped, makeNext, swapNext } from '../database/embedded.ts';
import { roleOf, schemaOf } from '../database/grants.ts';
import { lockText } from '../database/locks.ts';
import { migrateIn } from '../database/migrate.ts';
import { readMoneyKind } from '../database/money-kind.ts';
import { connectPostgres } from '../database/postgres.ts';
import type { Db, Trx } from '../database/tables.ts';
import { findOperator, logChange } from './operators.ts';
import { type DeskCall, DeskError, type DeskReply } from './socket.ts';
import { askTwo, saidOf } from './two-people.ts';

const GO_LIVE_USAGE = `npm run admin -- go-live [start]

Shows what a database has that was played with stand-ins of money. With start, which two operators have to say, it
starts a new, empty one for real money, with what answers tell of questions and these two operators
alone. The old one stays as a copy. No server runs meanwhile.`;

const YES = { subject: 'go-live', says: 'start a new database' };
const ROWS_AT_ONCE = 500;

/**
 * Shows what the database holds from play with stand-ins, or starts a new database if two operators ask for
 * it (go-live.md#going-live).
 */
export async function goLive(config: Config, { args, key }: DeskCall): Promise<DeskReply> {
  const [, command, ...more] = args;
  if (more.length > 0 || (command !== undefined && command !== 'start')) {
    return { lines: GO_LIVE_USAGE.split('\n'), isDone: false };
  }
  const name = `played_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
  const isHalf = config.databaseUrl === null && isHalfSwapped(config.dataDir);
  try {
    if (isHalf) return { lines: await finish(config, { key, name }), isDone: true };
    const lines = command === 'start' ? await start(config, { key, name }) : await show(config);
    return { lines, isDone: true };
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    return { lines: [error.message], isDone: false, isKeyNeeded: error.isKeyNeeded };
  }
}

const leftAs = ({ databaseUrl, dataDir }: Config, name: string) =>
  databaseUrl === null
    ? `The old one stays in ${dataDir}/${name}`
    : `The old one stays in the schema ${name} of the same database`;

async function show(config: Config): Promise<string[]> {
  const { db, close } = await openDatabase(config);
  try {
    const kind = await refuseReal(db);
    return [
      `Played with stand-ins since ${kind.since.toISOString()}. There are:`,
      ...(await countsOf(db)),
      'To start a new, empty database, two operators each say: npm run admin -- go-live start',
    ];
  } finally {
    await close();
  }
}

async function refuseReal(db: Db) {
  const kind = await readMoneyKind(db);
  if (kind === null) throw new DeskError('Nothing was played with here: start the server');
  if (kind.kind === 'real') throw new DeskError('This database is for real money already');
  return kind;
}

async function countsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from players) as players,
    (select coalesce(sum(coins), 0)::bigint from wallets) as coins,
    (select count(*) from payments where state = 'paid') as payments,
    (select coalesce(sum(kobo), 0)::bigint from payments where state = 'paid') as kobo,
    (select count(*) from payouts) as payouts,
    (select coalesce(sum(net_kobo), 0)::bigint from payouts where state = 'paid') as prizes,
    (select count(*) from rush_tickets) as rush,
    (select count(*) from raffle_tickets) as raffle,
    (select count(*) from rounds) as rounds,
    (select count(*) from question_stats) as stats`.execute(db);
  const counts = rows[0] ?? {};
  const of = (what: string) => formatNumber(Number(counts[what]));
  return [
    `  ${of('players')} players with ${of('coins')} coins`,
    `  ${of('payments')} payments, ${formatKobo(Number(counts.kobo))}`,
    `  ${of('payouts')} payouts, ${formatKobo(Number(counts.prizes))} of them paid`,
    `  ${of('rush')} tickets of Millionaire Rush and ${of('raffle')} of the raffle, ${of('rounds')} rounds`,
    `  ${of('stats')} lines of what answers tell of questions: these are taken over`,
  ];
}

type Starting = { key: string | null; name: string };

async function start(config: Config, starting: Starting): Promise<string[]> {
  const reply =
    config.databaseUrl === null
      ? await startInFolder(config, starting)
      : await startInSchema(config, config.databaseUrl, starting);
  if ('waiting' in reply) return reply.waiting;
  return [
    `A new database is there, for real money. ${leftAs(config, starting.name)}`,
    `Its operators are ${reply.names.join(' and ')}, with the keys that they have`,
    'Start the servers with the real providers, and add the other operators again',
  ];
}

async function startInFolder(config: Config, starting: Starting) {
  const reply = await makeInFolder(config, starting);
  if (!('waiting' in reply)) await swapNext(config.dataDir, starting.name);
  return reply;
}

/**
 * Finishes a start that was interrupted while the folders were swapped. Two operators agreed to it before, so
 * one of them is enough now.
 */
async function finish(config: Config, { key, name }: Starting): Promise<string[]> {
  await swapNext(config.dataDir, name, async (next) => {
    const operator = await findOperator(next, key);
    const change = { command: 'go-live start', why: 'cut off before' };
    await next.transaction().execute((trx) => logChange(trx, operator, change, Date.now()));
  });
  return [`The new database takes its place. ${leftAs(config, 'played_…')}`];
}

async function makeInFolder(config: Config, { key }: Starting) {
  const { db, close } = await openDatabase(config);
  try {
    return await db.transaction().execute(async (trx) => {
      const agreed = await agree(trx, key);
      if ('waiting' in agreed) return agreed;
      const kept = await readKept(trx, agreed.names);
      await makeNext(config.dataDir, (next) =>
        next.transaction().execute((filling) => fill(filling, kept)),
      );
      return agreed;
    });
  } finally {
    await close();
  }
}

async function startInSchema(config: Config, databaseUrl: string, { key, name }: Starting) {
  // Opening the database brings its tables up to date. Then it is closed again, because only the owner's
  // connection may use it from here on.
  const opened = await openDatabase(config);
  const serving = await roleOf(opened.db);
  await opened.close();
  const address = config.migrateUrl ?? databaseUrl;
  const { db, close } = connectPostgres(address, { answerMs: 0, connections: 1 });
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      const agreed = await agree(trx, key);
      if ('waiting' in agreed) return agreed;
      const kept = await readKept(trx, agreed.names);
      await leaveSchema(trx, { name, serving });
      await fill(trx, kept);
      return agreed;
    });
  } finally {
    await close();
  }
}

/**
 * Moves the tables of a PostgreSQL database to a schema with another name and makes new, empty tables in
 * their place. It does so in one transaction of the owner. The role that the server uses loses access to the
 * old tables. Throws StartError while anybody else uses the database.
 */
async function leaveSchema(
  trx: Trx,
  { name, serving }: { name: string; serving: string },
): Promise<void> {
  // A server that starts meanwhile waits for this lock.
  await lockText(trx, 'migrations');
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and usename in (current_user, ${serving})`.execute(trx);
  if (Number(rows[0]?.others) > 0) {
    throw new StartError(
      'The database is in use: stop the servers, what stands between them and it (a pooler), and other commands, and say it again.',
    );
  }
  const schema = sql.id(await schemaOf(trx));
  const left = sql.id(name);
  await sql`alter schema ${schema} rename to ${left}`.execute(trx);
  await sql`revoke all on schema ${left} from public, ${sql.id(serving)}`.execute(trx);
  await sql`create schema ${schema}`.execute(trx);
  await migrateIn(trx);
}

/** The names of the two operators if they agree, otherwise the reply to the first of them. */
async function agree(
  trx: Trx,
  key: string | null,
): Promise<{ names: string[] } | { waiting: string[] }> {
  const operator = await findOperator(trx, key);
  await refuseReal(trx);
  const now = Date.now();
  const others = (await saidOf(trx, YES.subject, now)).filter((one) => one.operator !== operator);
  const waiting = await askTwo(trx, operator, YES, now);
  await logChange(trx, operator, { command: 'go-live start' }, now);
  return waiting ? { waiting } : { names: [others.at(-1)?.operator ?? '', operator] };
}

/** The data that a new database takes over. It has nothing about players. */
async function readKept(trx: Trx, names: string[]) {
  return {
    operators: await trx.selectFrom('operators').selectAll().where('name', 'in', names).execute(),
    stats: await trx.selectFrom('question_stats').selectAll().execute(),
    verdicts: await trx.selectFrom('question_standings').selectAll().execute(),
  };
}

async function fill(
  trx: Trx,
  { operators, stats, verdicts }: Awaited<ReturnType<typeof readKept>>,
): Promise<void> {
  const now = Date.now();
  for (const { name, key_hash, added_at } of operators) {
    await trx.insertInto('operators').values({ name, key_hash, added_at }).execute();
    await logChange(trx, name, { command: 'go-live start' }, now);
  }
  for (let at = 0; at < stats.length; at += ROWS_AT_ONCE) {
    const rows = stats.slice(at, at + ROWS_AT_ONCE);
    await trx.insertInto('question_stats').values(rows).execute();
  }
  for (let at = 0; at < verdicts.length; at += ROWS_AT_ONCE) {
    const rows = verdicts.slice(at, at + ROWS_AT_ONCE);
    await trx.insertInto('question_standings').values(rows).execute();
  }
  await trx
    .insertInto('money_kind')
    .values({ kind: 'real', since: new Date(now) })
    .execute();
}
