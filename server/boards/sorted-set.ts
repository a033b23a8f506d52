import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { STORE_TIMEOUT_MS, within } from '../database/store-connection.ts';
import type { Db } from '../database/tables.ts';
import type { PointsRange } from './boards.ts';
import { breakerFor, type RankingLog } from './circuit-breaker.ts';
import { databaseRanking } from './database-ranking.ts';
import type { BoardAndPeriod, Places, Ranking, RankingAsk } from './ranking.ts';

/** A Valkey or Redis server. The key `root` counts how many times all its sets were discarded. */
export type SetStore = { client: RedisClientType; root: string };

const ROWS_A_STEP = 5_000;

/**
 * A script that replaces the mark of one fill by the mark of a complete set. It changes nothing if
 * the set was lost since the fill began.
 */
const MARK_FILLED = `
  if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then redis.call('ZADD', KEYS[1], '+inf', ARGV[2]) end`;

type Score = { player_id: number; points: number; reached_at: Date };

/**
 * The prefix of all valid sets. It changes when sets are discarded. It also changes when the store
 * restarts, because the store may then have old data.
 */
async function prefixOf({ client, root }: SetStore): Promise<string> {
  const [about, generation] = await Promise.all([client.info('server'), client.get(root)]);
  return `${root}:${/run_id:(\w+)/.exec(about)?.[1]}:${generation ?? '0'}`;
}

/**
 * Writes scores to a set. A player's score only ever improves, so the same scores can be written
 * again and in any order.
 */
async function put(
  { client }: SetStore,
  set: string,
  startsAt: number,
  scores: readonly Score[],
): Promise<void> {
  const members = scores.map(({ player_id, points, reached_at }) => ({
    value: memberOf(player_id),
    score: scoreOf(points, reached_at.getTime(), startsAt),
  }));
  if (members.length > 0) await client.zAdd(set, members, { comparison: 'LT' });
  await client.expire(set, SET_LIFE_S);
}

/**
 * Fills the set of a period from the database. Changes that are made meanwhile are applied as usual
 * (ADR-0011). The mark of a filled set is a member of the set that sorts last, so it disappears
 * with the set.
 */
export async function fillSet(store: SetStore, db: Db, period: BoardAndPeriod): Promise<void> {
  const set = `${await prefixOf(store)}:${nameOf(period)}`;
  const ownMark = `filling:${randomUUID()}`;
  await store.client.zAdd(set, { value: ownMark, score: Number.POSITIVE_INFINITY });
  let last = 0;
  for (;;) {
    const scores = await db
      .selectFrom('board_scores')
      .select(['player_id', 'points', 'reached_at'])
      .where('board', '=', period.board)
      .where('pool', '=', period.pool)
      .where('period_start', '=', new Date(period.startsAt))
      .where('player_id', '>', last)
      .orderBy('player_id')
      .limit(ROWS_A_STEP)
      .execute();
    await put(store, set, period.startsAt, scores);
    if (scores.length < ROWS_A_STEP) break;
    last = scores.at(-1)?.player_id ?? last;
  }
  await store.client.eval(MARK_FILLED, { keys: [set], arguments: [ownMark, FILLED] });
}

/** Applies all changes that were committed before this call to the sets (ADR-0011). */
export async function takeOverChanges(store: SetStore, db: Db): Promise<void> {
  for (;;) {
    const changes = await db
      .selectFrom('board_changes')
      .select('id')
      .orderBy('id')
      .limit(ROWS_A_STEP)
      .execute();
    if (changes.length === 0) return;
    const ids = changes.map(({ id }) => id);
    const prefix = await prefixOf(store);
    await putScoresOf(store, db, prefix, ids);
    // If the sets were discarded meanwhile, the changes are applied again.
    if ((await prefixOf(store)) !== prefix) continue;
    await db.deleteFrom('board_changes').where('id', 'in', ids).execute();
    if (changes.length < ROWS_A_STEP) return;
  }
}

async function putScoresOf(
  store: SetStore,
  db: Db,
  prefix: string,
  changeIds: readonly number[],
): Promise<void> {
  const scores = await db
    .selectFrom('board_changes as change')
    .innerJoin('board_scores as score', (join) =>
      join
        .onRef('score.board', '=', 'change.board')
        .onRef('score.period_start', '=', 'change.period_start')
        .onRef('score.player_id', '=', 'change.player_id')
        .onRef('score.pool', '=', 'change.pool'),
    )
    .selectAll('score')
    .where('change.id', 'in', changeIds)
    .execute();
  const periods = Map.groupBy(scores, ({ board, pool, period_start }) =>
    nameOf({ board, pool, startsAt: period_start.getTime() }),
  );
  for (const [name, ofPeriod] of periods) {
    const startsAt = ofPeriod[0]?.period_start.getTime() ?? 0;
    await put(store, `${prefix}:${name}`, startsAt, ofPeriod);
  }
}

/**
 * A script that reads the best rows, a member's place and the member's neighbours in one call. It
 * returns nothing if the set is not filled.
 */
const READ = `
  local runId = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
  local set = KEYS[1] .. ':' .. runId .. ':' .. (redis.call('GET', KEYS[1]) or '0') .. ':' .. ARGV[1]
  if not redis.call('ZSCORE', set, ARGV[7]) then return false end
  redis.call('EXPIRE', set, ARGV[8])
  local member, lowest, highest = ARGV[2], ARGV[3], ARGV[4]
  local rows, around = tonumber(ARGV[5]), tonumber(ARGV[6])
  local top = redis.call('ZRANGE', set, lowest, highest, 'BYSCORE', 'LIMIT', 0, rows, 'WITHSCORES')
  local score = redis.call('ZSCORE', set, member)
  if not score then return { top } end
  local isWithin = tonumber(score) >= tonumber(lowest) and tonumber(score) <= tonumber(highest)
  if not isWithin then return { top, score } end
  local above = redis.call('ZCOUNT', set, '-inf', '(' .. lowest)
  local rank = redis.call('ZRANK', set, member)
  local place = rank - above + 1
  if place <= rows then return { top, score, place } end
  local last = above + redis.call('ZCOUNT', set, lowest, highest) - 1
  local first = math.max(above, rank - around)
  local near = redis.call('ZRANGE', set, first, math.min(last, rank + around), 'WITHSCORES')
  return { top, score, place, near, first - above + 1 }`;

/** How long an answer waits for a set to be filled before the database answers. */
const FILL_PATIENCE_MS = 300;

const FORGET_PATIENCE_MS = 5_000;

type Found = [top: string[], score?: string, place?: number, near?: string[], first?: number];

/**
 * The ranking of a Valkey or Redis server (ADR-0011), with a sorted set for each period of a pool's
 * board. A change stays in the database until a set has applied it, which happens before the next
 * answer. A process that dies after its commit therefore loses nothing. A missing set is filled
 * from the database. The database ranks until then, and while the store does not answer.
 */
export function sortedSetRanking(
  store: SetStore,
  db: Db,
  log: RankingLog,
  database = databaseRanking(db),
): Ranking {
  const catchUp = coalesce(() => takeOverChanges(store, db));
  const filling = new Map<string, Promise<void>>();
  const askStore = breakerFor(log, 'the sorted sets do not answer: the database ranks');
  let isForgotten = false;
  const forgetOnce = coalesce(async () => {
    if (isForgotten) return;
    await forgetOld(store);
    isForgotten = true;
  });

  function fillOnce(period: BoardAndPeriod): Promise<void> {
    const name = nameOf(period);
    const running = filling.get(name);
    if (running) return running;
    const work = fillSet(store, db, period)
      .catch((err) => log.warn({ err }, 'a sorted set could not be filled'))
      .finally(() => filling.delete(name));
    filling.set(name, work);
    return work;
  }

  async function ask(question: RankingAsk): Promise<Places | null> {
    if (!store.client.isReady) throw new Error('there is no connection to the store');
    await forgetOnce();
    await catchUp();
    const found = await find(store, question);
    if (found) return toPlaces(found);
    await Promise.race([fillOnce(question), after(FILL_PATIENCE_MS)]);
    const filled = await find(store, question);
    return filled && toPlaces(filled);
  }

  return {
    noteChange: async (trx, periods, playerId) => {
      const rows = periods.map(({ board, pool, startsAt }) => ({
        board,
        pool,
        period_start: new Date(startsAt),
        player_id: playerId,
      }));
      await trx.insertInto('board_changes').values(rows).execute();
    },
    read: async (question) => (await askStore(() => ask(question))) ?? database.read(question),
    shownPlayers: database.shownPlayers,
    forget: async () => {
      // If discarding the sets fails, it is repeated before the next answer.
      isForgotten = false;
      await within(FORGET_PATIENCE_MS, forgetOnce());
    },
    close: async () => {
      await within(STORE_TIMEOUT_MS, Promise.all(filling.values())).catch(() => {});
      store.client.destroy();
      await database.close();
    },
  };
}

/** Starts a new generation of sets and deletes the old sets. */
async function forgetOld({ client, root }: SetStore): Promise<void> {
  const generation = await client.incr(root);
  await client.expire(root, SET_LIFE_S);
  const isOld = (key: string) => !key.includes(`:${generation}:`);
  for await (const keys of client.scanIterator({ MATCH: `${root}:*` })) {
    const old = keys.filter(isOld);
    if (old.length > 0) await client.unlink(old);
  }
}

async function find(
  { client, root }: SetStore,
  { playerId, range, rows, around, ...period }: RankingAsk,
): Promise<Found | null> {
  const [lowest, highest] = rangeOf(range);
  const asked = [nameOf(period), memberOf(playerId), lowest, highest, rows, around];
  const found = await client.eval(READ, {
    keys: [root],
    arguments: [...asked, FILLED, SET_LIFE_S].map(String),
  });
  return found as Found | null;
}

function toPlaces([top, score, place, near = [], first = 1]: Found): Places {
  return {
    top: toRows(top, 1),
    own: score === undefined ? null : { points: pointsOf(score), place: place ?? null },
    around: toRows(near, first),
  };
}

/** The rows in a reply of the store, in which members and scores alternate. */
function toRows(pairs: readonly string[], firstPlace: number) {
  return Array.from({ length: pairs.length / 2 }, (_, index) => ({
    playerId: Number(pairs[2 * index]),
    points: pointsOf(pairs[2 * index + 1] ?? ''),
    place: firstPlace + index,
  }));
}

/**
 * The weight of a point in a score. A set is sorted by ascending score, so a score is the negated
 * points times this weight, plus the milliseconds from the period's start until the points were
 * reached. Even the longest period with its late results has fewer milliseconds than this weight.
 * All scores stay within 2^53.
 */
const POINT = 2 ** 32;

/**
 * The length of an id as a member of a set. Members with equal scores are sorted as texts, so all
 * ids are padded to this length.
 */
const ID_LENGTH = 16;

/**
 * The score for points that were reached at `reachedAt` in the period that starts at `startsAt`.
 * Both times are in epoch milliseconds (ADR-0011).
 */
function scoreOf(points: number, reachedAt: number, startsAt: number): number {
  return -points * POINT + Math.min(POINT - 1, Math.max(0, reachedAt - startsAt));
}

/** The points in a score, as the store writes it. */
function pointsOf(score: string): number {
  return -Math.floor(Number(score) / POINT);
}

/** The lowest and the highest score of a range of points. */
function rangeOf({ from, below }: PointsRange): [lowest: string, highest: string] {
  return [String(-(below - 1) * POINT), String(-from * POINT + POINT - 1)];
}

/** The id of a player as a member of a set. */
function memberOf(playerId: number): string {
  return String(playerId).padStart(ID_LENGTH, '0');
}

/** The name of a period in the store. */
function nameOf({ board, pool, startsAt }: BoardAndPeriod): string {
  return `${board}:${pool}:${startsAt}`;
}

/** The member that marks a set as complete. It sorts after all players. */
const FILLED = 'filled';

/** A set that is neither read nor written expires after two months. */
const SET_LIFE_S = 60 * 86_400;

/**
 * Makes a function that runs `work` and shares each run among its callers. It rejects if the run
 * fails. A caller during a run waits for the next run, which includes everything that existed at
 * the time of the call.
 */
function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    running = work().finally(() => {
      running = null;
    });
    return running;
  }

  return () => {
    if (!running) return run();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return run();
      });
    return next;
  };
}
