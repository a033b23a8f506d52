import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { keepBankAccount } from '../../../server/accounts/profile/bank-accounts.ts';
import { readConfig } from '../../../server/config/config.ts';
import { openVault } from '../../../server/crypto/vault.ts';
import { openDatabase } from '../../../server/database/connection.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { noteRestore } from '../../../server/database/restores.ts';
import type { Db } from '../../../server/database/tables.ts';
import { makeAndJudgePayouts } from '../../../server/prizes/judge.ts';
import { sendPrizes } from '../../../server/prizes/send.ts';
import { openProviders } from '../../../server/providers/open-providers.ts';
import type { ProviderFetch } from '../../../server/providers/provider-http.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { NODE } from '../../../tests/support/project.ts';
import { claimAt } from '../../../tests/support/proof.ts';
import { startProcess } from '../../../tests/support/server-process.ts';
import { readBooks } from '../chaos/books.ts';
import { atLeastOne, ChaosLoad, endFirstPlans, exactly } from '../chaos/run.ts';
import { countBuyers } from '../chaos/shop.ts';
import { DATABASE_NAMES, type DatabaseName, makeStore, type Store } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';
import { run } from '../run.mjs';
import { until } from './process.ts';

const LIMIT_MS = 15 * 60_000;
const LOAD = { clients: 20, results: 15_000, purchases: 1_000, runners: 100, runnersAtOnce: 2 };
/** How many results are delivered before the copy begins, and again after it has ended. */
const RESULTS_EACH = 300;

type Drill = { seed: number; databases: readonly DatabaseName[] };

/**
 * Copies a database while players play, and once more after they have ended. Then wipes the database and
 * restores each copy. The first copy must have all that was acknowledged before it began. The second copy
 * must have everything, and no prize that was sent before the loss may be sent again.
 */
export async function drillRestore(
  { seed, databases }: Drill,
  stopped: AbortSignal,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const database of databases) {
    const store = await makeStore(database);
    if (store === null) {
      console.log('##### No PostgreSQL: nothing was restored into it #####');
      continue;
    }
    console.log(`${DATABASE_NAMES[database]}, seed ${seed}`);
    try {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(LIMIT_MS)]);
      const own = await drill(store, seed, signal);
      figures.push(
        ...own.map((figure) => ({
          ...figure,
          name: `${DATABASE_NAMES[database]}: ${figure.name}`,
        })),
      );
    } finally {
      await store.remove();
    }
  }
  return figures;
}

async function drill(store: Store, seed: number, signal: AbortSignal): Promise<Figure[]> {
  const [early, late] = [join(store.dataDir, 'early.copy'), join(store.dataDir, 'late.copy')];
  await endFirstPlans(store, countBuyers(LOAD.purchases));
  const server = await start(store);
  let isOver = false;
  const load = new ChaosLoad(LOAD, seed, { url: server.url, signal });
  const delivered = () =>
    new Set(load.submitted.filter(({ isDelivered }) => isDelivered).map(({ roundId }) => roundId));
  const playMore = async () => {
    const before = delivered().size;
    const hasPlayed = async () => delivered().size >= before + RESULTS_EACH;
    await until(hasPlayed, { what: 'players play', ms: LIMIT_MS, signal });
  };
  try {
    const added = await server.admin(['operators', 'add', 'drill']);
    const key = /\S{32}$/.exec(added.trim())?.[0] ?? '';
    const playing = load.play(() => isOver);
    playing.catch(() => {});
    await playMore();
    const before = delivered();
    const beganAt = performance.now();
    await server.admin(['database', 'backup', early], key);
    const tookMs = performance.now() - beganAt;
    const sentUntilThen = new Set(load.submitted.map(({ roundId }) => roundId));
    await playMore();
    isOver = true;
    await playing;
    signal.throwIfAborted();
    await server.stop();
    await readyForPrizes(store);
    await admin(envOf(store), ['database', 'backup', late], key);
    const original = await read(store);
    const provider = new RememberingProvider();
    const prizes = await payWeek(store, provider, { isRestored: false });
    const sent = provider.paid.size;
    const first = await restored(store, early, key);
    const second = await restored(store, late, key);
    const again = await payWeek(store, provider, { isRestored: true });
    const settled = await read(store);
    return [
      exactly('answers against the contract', load.breaches.length, 0),
      atLeastOne('results acknowledged before the copy began', before.size),
      exactly(
        'of these not in the copy',
        [...before].filter((id) => !first.rounds.has(id)).length,
        0,
      ),
      exactly(
        'results in it that were sent after it',
        [...first.rounds].filter((id) => !sentUntilThen.has(id)).length,
        0,
      ),
      atLeastOne('results in it', first.rounds.size),
      exactly(
        'entries of the ledger that were others before',
        countBeyond(first.ledger, original.ledger),
        0,
      ),
      exactly('wallets and scores in it that its ledger does not give', first.wrong, 0),
      atLeastOne('results in the copy that was made when all had ended', second.rounds.size),
      exactly(
        'entries of the ledger that differ in it',
        countOthers(second.ledger, original.ledger),
        0,
      ),
      exactly('rows of boards that differ in it', countOthers(second.boards, original.boards), 0),
      exactly('wallets that differ in it', countOthers(second.wallets, original.wallets), 0),
      exactly('wallets and scores in it that its ledger does not give', second.wrong, 0),
      atLeastOne('prizes sent before the database was lost', sent),
      exactly('prizes sent again once its copy was settled', provider.paid.size - sent, 0),
      exactly('references that the provider was to pay twice', provider.repeats, 0),
      exactly(
        'prizes that the copy does not know as paid',
        again.unpaid + prizes.paid - again.paid,
        0,
      ),
      exactly('kobo that its books have sent otherwise', again.kobo - prizes.kobo, 0),
      exactly('wallets and scores that its ledger does not give then', settled.wrong, 0),
      {
        name: 'time of a copy under load',
        value: `${(tookMs / 1000).toFixed(1)} s`,
        limit: '–',
        passed: true,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Starts the server on a database, with the operator's commands for it. */
async function start(store: Store) {
  const env = envOf(store);
  const { child, ready, ended } = startProcess(env);
  return {
    url: await ready,
    admin: (args: string[], key = '') => admin(env, args, key),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function envOf({ dataDir, databaseUrl }: Store): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}

async function admin(env: Record<string, string>, args: string[], key: string): Promise<string> {
  const { code, output } = await run(NODE, ['server/desk/main.ts', ...args], {
    capture: true,
    env: { ...env, OPERATOR_KEY: key },
  });
  if (code !== 0) throw new Error(`npm run admin -- ${args.join(' ')}: ${output}`);
  return output;
}

/** Wipes a database, restores a copy, starts a server on it, and reads the contents. */
async function restored(store: Store, copy: string, key: string) {
  await wipe(store);
  await admin(envOf(store), ['database', 'restore', copy], key);
  const server = await start(store);
  try {
    await server.admin(['wallets', 'check']);
    await server.admin(['boards', 'check']);
  } finally {
    await server.stop();
  }
  return read(store);
}

async function wipe({ dataDir, databaseUrl }: Store): Promise<void> {
  if (databaseUrl === null) return rm(join(dataDir, 'postgres'), { recursive: true });
  const { db, close } = connectPostgres(databaseUrl, { connections: 1 });
  try {
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
  } finally {
    await close();
  }
}

async function read(store: Store) {
  const { db, close } = await openDatabase(store);
  try {
    const { rounds, wrongWallets, wrongScores, unbalanced } = await readBooks(db);
    return {
      rounds: new Set(rounds.keys()),
      wrong: wrongWallets + wrongScores + unbalanced,
      ledger: await rowsOf(
        db,
        sql`select to_jsonb(movement) || to_jsonb(posting) as row from ledger_movements movement
          join ledger_postings posting on posting.movement_id = movement.id`,
      ),
      boards: await rowsOf(db, sql`select to_jsonb(score) as row from board_scores score`),
      wallets: await rowsOf(db, sql`select to_jsonb(wallet) as row from wallets wallet`),
    };
  } finally {
    await close();
  }
}

async function rowsOf(db: Db, rows: ReturnType<typeof sql>): Promise<Set<string>> {
  const texts = await sql<{ text: string }>`
    select one.row::text as text from (${rows}) as one`.execute(db);
  return new Set(texts.rows.map(({ text }) => text));
}

function countBeyond(some: ReadonlySet<string>, all: ReadonlySet<string>): number {
  return some.difference(all).size;
}

function countOthers(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return some.symmetricDifference(others).size;
}

const MINUTE_MS = 60_000;
/** More minutes than it takes to settle a prize, check it, look for it at the provider, and send it. */
const MINUTES = 5;

type Where = Pick<Store, 'dataDir' | 'databaseUrl'>;

/**
 * A provider of transfers that keeps its data when the database is lost. It pays each reference only once.
 */
class RememberingProvider {
  /** The paid kobo by reference. */
  readonly paid = new Map<string, number>();
  /** How often it was asked to pay a reference again. */
  repeats = 0;

  readonly fetch: ProviderFetch = async (url, { method, body }) => {
    const given = JSON.parse(body ?? '{}') as { amount: number; reference: string };
    if (method === 'GET') return this.#tell(url.split('/').at(-1) ?? '');
    if (url.endsWith('/transferrecipient')) return said(201, { recipient_code: 'RCP_drill' });
    if (this.paid.has(given.reference)) {
      this.repeats += 1;
      return said(400, null, 'Transfer reference already exists');
    }
    this.paid.set(given.reference, given.amount);
    return this.#tell(given.reference);
  };

  #tell(reference: string) {
    const amount = this.paid.get(reference);
    if (amount === undefined) return said(404, null, 'Transfer not found');
    return said(200, { reference, amount, status: 'success' });
  }
}

function said(status: number, data: object | null, message = 'ok') {
  const body = data === null ? { status: false, message } : { status: true, message, data };
  return { status, text: async () => JSON.stringify(body) };
}

/** Makes all players payable: they are of age, have a bank account, and have played a proof round. */
async function readyForPrizes(store: Where): Promise<void> {
  await onDatabase(store, async (db) => {
    const vault = await openVault(db, readConfig({}).bankKeys);
    const now = () => Date.now();
    const at = new Date();
    const players = await db.selectFrom('players').select('id').execute();
    await db.updateTable('players').set({ dob: '1990-05-17' }).execute();
    for (const { id } of players) {
      const acctNumber = `01${String(id).padStart(8, '0')}`;
      const account = { bankName: 'Access Bank', bankCode: '044', acctNumber, acctName: 'ADA' };
      const keeping = { playerId: id, account, hash: acctNumber, before: null };
      await db.transaction().execute((trx) => keepBankAccount(trx, { vault, now }, keeping));
      await db
        .insertInto('proof_rounds')
        .values({
          id: randomUUID(),
          player_id: id,
          state: 'passed',
          why: 'first prize',
          claim: claimAt('hard', 20),
          asked_at: at,
          due_at: at,
          opened_at: at,
          closed_at: at,
        })
        .execute();
    }
  });
}

/**
 * Settles the week as if it were final, and sends its prizes. Gives how many prizes are paid and unpaid, and
 * the kobo that were sent by the ledger. With `isRestored` the database is marked as restored first.
 */
async function payWeek(
  store: Where,
  provider: RememberingProvider,
  { isRestored }: { isRestored: boolean },
): Promise<{ paid: number; unpaid: number; kobo: number }> {
  return onDatabase(store, async (db) => {
    const config = readConfig({});
    let at = weekOf(Date.now()).endsAt + DAY_MS + MINUTE_MS;
    const vault = await openVault(db, config.bankKeys);
    const providers = openProviders(config, provider.fetch, () => 'http://localhost');
    const services = { db, config, vault, now: () => at, ...providers };
    const failed: unknown[] = [];
    const note = (what: unknown) => failed.push(what);
    const log = { warn: note, error: note };
    if (isRestored) await noteRestore(db, at);
    for (let minute = 0; minute < MINUTES; minute += 1) {
      await makeAndJudgePayouts({ ...services, sendSms: async () => {} }, log);
      await sendPrizes(services, log);
      at += MINUTE_MS;
    }
    if (failed.length > 0) throw new Error(`paying prizes failed: ${JSON.stringify(failed[0])}`);
    return readPaid(db);
  });
}

async function readPaid(db: Db) {
  const states = await db
    .selectFrom('payouts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const countOf = (isPaid: boolean) =>
    states
      .filter(({ state }) => (state === 'paid') === isPaid)
      .reduce((sum, { count }) => sum + Number(count), 0);
  const left = await db
    .selectFrom('ledger_postings')
    .select(({ fn }) => fn.sum<string | null>('amount').as('kobo'))
    .where('account', '=', 'house:clearing:cash')
    .executeTakeFirstOrThrow();
  return { paid: countOf(true), unpaid: countOf(false), kobo: -Number(left.kobo ?? 0) };
}

async function onDatabase<Result>(
  store: Where,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openDatabase(store);
  try {
    return await work(db);
  } finally {
    await close();
  }
}
