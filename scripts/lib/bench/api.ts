import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { openDatabase } from '../../../server/database/connection.ts';
import type { Db } from '../../../server/database/tables.ts';
import { checkLedger } from '../../../server/ledger/check.ts';
import { type DatabaseName, makeStore } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';
import { fail } from '../run.mjs';
import { type Cores, coresOf, takenShare } from './api-cores.ts';
import { fill } from './api-fill.ts';
import type { Played } from './api-generator.ts';
import { shareOf } from './api-mix.ts';
import { cpuMsOf, memoryOf, watchDatabase } from './api-processes.ts';
import { Generator } from './api-run.ts';
import { startServers } from './api-servers.ts';
import { errorsOf, figuresOf, P99_MS, p99Of } from './api-told.ts';

export type ApiSize = {
  database: DatabaseName;
  players: number;
  rate: number;
  seconds: number;
  processes: number;
  /** Looks for the highest rate that keeps its promise, from `rate` on, before it is measured. */
  isHighest: boolean;
  seed: number;
};

const WARM_UP_SECONDS = 20;
/** A search's step, and how finely it looks at last. */
const STEP_SECONDS = 20;
const RISE = 1.25;
const CLOSE_ENOUGH = 1.04;
/** What a search and the run after it ask for besides, in seconds at the rate that it begins with. */
const SEARCH_SECONDS = 600;
/** A machine whose host takes more of its cores than this has been kept from doing what it can. */
const TAKEN_SHARE = 0.02;
/** A player's first coins, in rounds. */
const ROUNDS_OF_A_PLAYER = 5;
/** A round is played for as long at least. */
const ROUND_SECONDS = 20;

/** Mixed play at an even rate on the server as it runs, and the books after it. */
export async function benchApi(size: ApiSize): Promise<Figure[]> {
  const store = await makeStore(size.database);
  if (!store) fail('No PostgreSQL answers: there is nothing to measure on.');
  const { rate, seconds, isHighest } = size;
  const calls = rate * (WARM_UP_SECONDS + seconds + (isHighest ? SEARCH_SECONDS : 0));
  const lapsed = shareOf('airtime plan', calls) + 5;
  try {
    console.log(`Filling the boards with ${size.players.toLocaleString('en')} players.`);
    await onDatabase(store, (db) => fill(db, size.players, lapsed, Date.now()));
    const begunAt = new Date();
    const servers = await startServers(store, size.processes);
    const generator = new Generator();
    let played: Measured | null = null;
    try {
      await generator.ask({ do: 'open', ports: servers.ports, seed: size.seed });
      const rounds = shareOf('questions', rate * ROUND_SECONDS);
      const players = Math.ceil(shareOf('questions', calls) / ROUNDS_OF_A_PLAYER) + 2 * rounds;
      console.log(`Signing ${players.toLocaleString('en')} of them in.`);
      await generator.ask({ do: 'prepare', players, lapsed, rounds });
      // A server that has just started compiles what it runs, and reads what it will have in memory.
      await generator.run({ rate: Math.ceil(rate / 2), seconds: WARM_UP_SECONDS });
      const at = isHighest ? await findHighest(generator, rate) : rate;
      played = await measure(generator, servers.pids, store.databaseUrl, { rate: at, seconds });
      console.log(`p99 ${p99Of(played.played).toFixed(0)} ms; now the books.`);
    } finally {
      generator.end();
      await servers.stop();
    }
    return [
      ...figuresOf(played),
      ...(await onDatabase(store, (db) => booksOf(db, begunAt, played))),
    ];
  } finally {
    await store.remove();
  }
}

type Wanted = { rate: number; seconds: number };
export type Measured = Wanted & {
  played: Played;
  cpuMs: { server: number; database: number | null };
  memory: { before: number; after: number };
  cores: { before: Cores; after: Cores };
};

async function measure(
  generator: Generator,
  pids: readonly number[],
  databaseUrl: string | null,
  wanted: Wanted,
): Promise<Measured> {
  const sum = (of: (pid: number) => number) => pids.reduce((all, pid) => all + of(pid), 0);
  const database = databaseUrl && watchDatabase(new URL(databaseUrl).pathname.slice(1));
  const [before, server, cores] = [sum(memoryOf), sum(cpuMsOf), coresOf()];
  const played = await generator.run(wanted);
  return {
    ...wanted,
    played,
    cpuMs: { server: sum(cpuMsOf) - server, database: database ? database() : null },
    memory: { before, after: sum(memoryOf) },
    cores: { before: cores, after: coresOf() },
  };
}

/** The highest rate whose calls keep their time, as far as short runs tell. */
async function findHighest(generator: Generator, from: number): Promise<number> {
  const step = async (rate: number) => {
    const before = coresOf();
    const played = await generator.run({ rate, seconds: STEP_SECONDS });
    const taken = takenShare(before, coresOf());
    const [p99, errors] = [p99Of(played), errorsOf(played)];
    const said = `p99 ${p99.toFixed(0)} ms, ${errors} errors, ${(100 * taken).toFixed(0)} % taken`;
    console.log(`${rate} a second: ${said}`);
    return { isKept: p99 <= P99_MS && errors === 0, isUnsure: errors === 0 && taken > TAKEN_SHARE };
  };
  const holds = async (rate: number) => {
    const { isKept, isUnsure } = await step(rate);
    return isKept || (isUnsure && (await step(rate)).isKept);
  };
  let [low, high] = [0, from];
  while (await holds(high)) [low, high] = [high, Math.round(high * RISE)];
  if (low === 0) low = Math.round(high / 2);
  while (high / low > CLOSE_ENOUGH) {
    const middle = Math.round((low + high) / 2);
    if (await holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function onDatabase<Result>(
  store: { databaseUrl: string | null; dataDir: string },
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return openDatabase(store, { answerMs: 0 }).then(async ({ db, close }) => {
    try {
      return await work(db);
    } finally {
      await close();
    }
  });
}

/** Whether what was answered is what was counted, and wallets and boards are what the ledger says. */
async function booksOf(db: Db, begunAt: Date, measured: Measured | null): Promise<Figure[]> {
  const { results, points } = measured?.played.counted ?? { results: 0, points: 0 };
  const unsure = measured?.played.unsure ?? 0;
  const counted = await db
    .selectFrom('ledger_movements as movement')
    .leftJoin('ledger_postings as posting', (join) =>
      join.onRef('posting.movement_id', '=', 'movement.id').on('account', '=', 'points'),
    )
    .select(({ fn }) => [
      fn.count<number>('movement.id').as('results'),
      fn.sum<number | null>('amount').as('points'),
    ])
    .where('reason', '=', 'round-counted')
    .where('created_at', '>=', begunAt)
    .executeTakeFirstOrThrow();
  const { strays, unbalanced } = await checkLedger(db);
  const { differences, miscounted } = await rebuildBoards(db, false);
  const worth = Number(counted.points ?? 0);
  const isCounted = counted.results >= results && counted.results <= results + unsure;
  const isWorth = worth === points || unsure > 0;
  return [
    {
      name: 'results in the ledger, of those answered',
      value: `${counted.results} worth ${worth} points`,
      limit: `${results} worth ${points}`,
      passed: isCounted && isWorth,
    },
    ...exactly('wallets that differ from the ledger', strays.length + unbalanced.length),
    ...exactly('scores that differ from the ledger', differences.length + miscounted),
  ];
}

function exactly(name: string, count: number): Figure[] {
  return [{ name, value: `${count}`, limit: '0', passed: count === 0 }];
}
