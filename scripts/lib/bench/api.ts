import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { rebuildBoards, writeCounts } from '../../../server/boards/rebuild.ts';
import { openDatabase } from '../../../server/database/connection.ts';
import type { Db } from '../../../server/database/tables.ts';
import { checkLedger } from '../../../server/ledger/ledger.ts';
import { monthOf, weekOf } from '../../../src/rules/calendar.ts';
import { to234Form } from '../../../src/rules/phone.ts';
import { NODE } from '../../../tests/support/project.ts';
import { type DatabaseName, makeStore } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';
import { fail } from '../run.mjs';
import { CALLS_OF_A_VISIT, KINDS, KNOWN_PREFIX, lapsedPhone, shareOf } from './evening.ts';
import type { Order, Played } from './generator.ts';
import {
  type Cores,
  coresOf,
  cpuMsOf,
  idleShare,
  memoryOf,
  startServers,
  takenShare,
  watchDatabase,
} from './servers.ts';

type ApiSize = {
  database: DatabaseName;
  players: number;
  rate: number;
  seconds: number;
  processes: number;
  /** Whether to search first for the highest rate at which calls keep their promised time, from `rate` on. */
  isHighest: boolean;
  seed: number;
};

const WARM_UP_SECONDS = 20;
/**
 * How long a step of the search lasts. The rate rises by `RISE` until it is too high. The search ends when
 * the lowest bad rate is less than `CLOSE_ENOUGH` times the highest good rate.
 */
const STEP_SECONDS = 20;
const RISE = 1.25;
const CLOSE_ENOUGH = 1.04;
/** For a search and the run after it, players are made for this many more seconds at the first rate. */
const SEARCH_SECONDS = 600;
/** The share of the cores that the host may give to other machines during a fair measurement. */
const TAKEN_SHARE = 0.02;
/** How many rounds a player's first coins pay for. */
const ROUNDS_OF_A_PLAYER = 5;
/** How long a round lasts at least. */
const ROUND_SECONDS = 20;

/** Measures the server during mixed play at an even rate, and checks the database's books after it. */
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
      // A server that has just started is slower, because it compiles its code and reads its data into
      // memory.
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
type Measured = Wanted & {
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

/** Finds by short runs the highest rate at which calls keep their promised time. */
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

/** Compares the server's answers with the counted results, and wallets and boards with the ledger. */
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

const GENERATOR = fileURLToPath(new URL('./generator.ts', import.meta.url));

type Told = { done: Played | null } | { failed: string };

/** A process that only makes the calls, apart from the measured server and from the process that counts. */
class Generator {
  readonly #child: ChildProcess = fork(GENERATOR, [], {
    execPath: NODE,
    serialization: 'advanced',
  });

  ask(order: Order): Promise<Played | null> {
    return new Promise((resolve, reject) => {
      const onEnd = () => reject(new Error('the generator ended'));
      this.#child.once('exit', onEnd);
      this.#child.once('message', (told: Told) => {
        this.#child.off('exit', onEnd);
        if ('failed' in told) reject(new Error(told.failed));
        else resolve(told.done);
      });
      this.#child.send(order);
    });
  }

  async run(run: { rate: number; seconds: number }): Promise<Played> {
    const played = await this.ask({ do: 'run', ...run });
    if (played === null) throw new Error('the generator told nothing');
    return played;
  }

  end(): void {
    this.#child.kill();
  }
}

/** The longest time that a call may take, at the 99th percentile. */
const P99_MS = 150;

function p99Of({ served }: Played): number {
  return spread(served.flatMap(({ times }) => times)).at(0.99);
}

function errorsOf({ errors }: Played): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0);
}

/** Gives the figures of a run, for each kind of call and for all calls. */
function figuresOf({ rate, played, cpuMs, memory, cores }: Measured): Figure[] {
  const { served, errors, seconds } = played;
  const all = served.flatMap(({ times }) => times);
  const reached = all.length / seconds;
  const perCall = (ms: number) => `${(ms / all.length).toFixed(2)} ms a call`;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  for (const [what, count] of Object.entries(errors)) console.log(`${count} × ${what}`);
  const coresUsed = (cpuMs.server + played.cpuMs + (cpuMs.database ?? 0)) / 1000 / seconds;
  const share = (of: typeof idleShare) => `${(100 * of(cores.before, cores.after)).toFixed(0)} %`;
  const ofKinds = KINDS.flatMap((kind) => {
    const times = served.find((one) => one.kind === kind)?.times ?? [];
    return times.length > 0 ? shown(`${kind}, ${times.length} calls`, said(times)) : [];
  });
  return [
    ...ofKinds,
    {
      name: `all, ${all.length} calls`,
      value: said(all),
      limit: `p99 ≤ ${P99_MS} ms`,
      passed: spread(all).at(0.99) <= P99_MS,
    },
    {
      name: 'calls a second',
      value: reached.toFixed(0),
      limit: `${rate}`,
      passed: reached >= rate * 0.98,
    },
    ...shown('visits a minute', ((reached * 60) / CALLS_OF_A_VISIT).toFixed(0)),
    exactlyNone('calls that failed', errorsOf(played)),
    ...shown('processor, server', perCall(cpuMs.server)),
    ...shown(
      'processor, database',
      cpuMs.database === null ? 'in the server' : perCall(cpuMs.database),
    ),
    ...shown('processor, generator', perCall(played.cpuMs)),
    ...shown('processor, all three', `${coresUsed.toFixed(2)} cores`),
    ...shown('of the machine idle, taken by its host', `${share(idleShare)}, ${share(takenShare)}`),
    ...shown(
      'memory of the server',
      `${megabytes(memory.before)}, ${megabytes(memory.after)} after`,
    ),
  ];
}

function said(times: readonly number[]): string {
  const { at, max } = spread(times);
  const ms = (value: number) => value.toFixed(0);
  return `p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}, p99 ${ms(at(0.99))}, most ${ms(max)} ms`;
}

function spread(times: readonly number[]) {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { at, max: sorted.at(-1) ?? 0 };
}

function shown(name: string, value: string): Figure[] {
  return [{ name, value, limit: 'shown', passed: true }];
}

function exactlyNone(name: string, count: number): Figure {
  return { name, value: `${count}`, limit: '0', passed: count === 0 };
}

const DAY_MS = 86_400_000;
/** The tables of the ledger and the boards that check each row. The rows of `fill` need no check. */
const UNCHECKED = ['ledger_movements', 'ledger_postings', 'board_scores'];

/**
 * Makes players with a round each in this week and month, in the ledger and on the boards. As after some days
 * of play many have few points, so that thousands share the same low figures.
 */
async function fill(db: Db, players: number, lapsed: number, now: number): Promise<void> {
  const startsAt = Math.max(weekOf(now).startsAt, monthOf(now).startsAt);
  const [from, until] = [new Date(startsAt), new Date(now - 60_000)];
  await db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own);
    for (const table of UNCHECKED)
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(own);
    await sql`
      insert into players (phone, username, nickname, email, platform, network, created_at, seen_at)
      select ${KNOWN_PREFIX} || lpad((n - 1)::text, 7, '0'), 'player' || n, 'player' || n,
        'player@example.com', 'rave', 'all', now() - random() * interval '200 days', now()
      from generate_series(1, ${players}::integer) n`.execute(own);
    await sql`insert into wallets (player_id) select id from players`.execute(own);
    await sql`
      create temporary table filled as
      select id as player_id, gen_random_uuid() as round_id,
        5 * (1 + floor(-ln(1 - random()) * 60)::bigint) as points,
        date_trunc('milliseconds', ${from}::timestamptz
          + random() * (${until}::timestamptz - ${from}::timestamptz)) as at
      from players`.execute(own);
    await sql`
      insert into plays (player_id, day, is_open, taken_at)
      select player_id, to_char(at at time zone 'Africa/Lagos', 'YYYY-MM-DD'), false, at
      from filled`.execute(own);
    await sql`
      insert into rounds (id, player_id, play_id, category_id, pool, state, level, question_level,
        coins_per_question, points_per_correct, timer_ms, seed, questions, secret_hash, issued_at,
        expires_at, deliver_by, closed_at, transcript, result, claim)
      select round_id, filled.player_id, plays.id, 'english-premier-league', 'all', 'counted',
        'easy', 'easy', 10, 5, 10000, 1, '[]', '', at, at + interval '1 day',
        at + interval '4 days', at, '[]', '{}', '{}'
      from filled join plays on plays.player_id = filled.player_id`.execute(own);
    await sql`
      insert into ledger_movements (key, reason, created_at)
      select 'round:' || round_id || ':closed', 'round-counted', at from filled`.execute(own);
    await sql`
      insert into ledger_postings (movement_id, account, player_id, unit, amount)
      select movement.id, account, case account when 'points' then player_id end, 'points',
        sign * points
      from filled
      join ledger_movements movement on key = 'round:' || round_id || ':closed'
      cross join (values ('points', 1), ('house:points', -1)) side (account, sign)`.execute(own);
    await sql`
      insert into board_scores (board, pool, period_start, player_id, points, reached_at)
      select board, 'all', period_start, player_id, points, at
      from filled cross join (values
        ('weekly', ${new Date(weekOf(now).startsAt)}::timestamptz),
        ('monthly', ${new Date(monthOf(now).startsAt)}::timestamptz)
      ) period (board, period_start)`.execute(own);
    await writeCounts(own);
    for (const table of UNCHECKED)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(own);
    await fillLapsed(own, lapsed, now);
    await sql`vacuum analyze`.execute(own);
    await sql`reset statement_timeout`.execute(own);
  });
}

/** Makes players without points whose first plan is over, so that they have to buy a plan. */
async function fillLapsed(db: Db, lapsed: number, now: number): Promise<void> {
  const phones = Array.from({ length: lapsed }, (_, turn) => to234Form(lapsedPhone(turn)));
  await sql`
    with phone as (select unnest(${phones}::text[]) as phone),
    made as (
      insert into players (phone, username, nickname, email, platform, network, created_at, seen_at)
      select phone, 'lapsed', 'lapsed', 'player@example.com', 'rave', 'all',
        now() - interval '40 days', now() from phone returning id
    )
    insert into wallets (player_id) select id from made`.execute(db);
  const ended = new Date(now - DAY_MS);
  await sql`
    insert into sandbox_airtime_plans (reference, phone, plan, starts_at, ends_at)
    select 'SBX-FIRST-' || phone, phone, 'weekly', ${ended}::timestamptz - interval '7 days',
      ${ended}::timestamptz
    from unnest(${phones}::text[]) phone`.execute(db);
}
