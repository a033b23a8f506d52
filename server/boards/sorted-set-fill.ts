import { randomUUID } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import type { Db } from '../database/tables.ts';
import type { BoardAndPeriod } from './ranking.ts';
import { FILLED, memberOf, nameOf, SET_LIFE_S, scoreOf } from './sorted-set-scores.ts';

/** A Valkey or Redis; under `root` it counts how often all its sets were given up. */
export type SetStore = { client: RedisClientType; root: string };

const ROWS_A_STEP = 5_000;

/** Turns a fill's own mark into the one that counts, unless the set was lost in between. */
const MARK_FILLED = `
  if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then redis.call('ZADD', KEYS[1], '+inf', ARGV[2]) end`;

type Score = { player_id: number; points: number; reached_at: Date };

/**
 * The prefix of all sets that count: a store that restarts, perhaps with old data, and sets that
 * are given up begin anew under other names.
 */
async function prefixOf({ client, root }: SetStore): Promise<string> {
  const [about, generation] = await Promise.all([client.info('server'), client.get(root)]);
  return `${root}:${/run_id:(\w+)/.exec(about)?.[1]}:${generation ?? '0'}`;
}

/** Puts scores in: they only get better, so how often and in which order does not matter. */
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
 * Fills a period's set from the database; changes of meanwhile are taken over as always (ADR-0011).
 * The mark that says so is a member behind all others: it goes when the set goes.
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

/** Brings the sets up to what was committed before this call (ADR-0011). */
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
    // What went into sets that were given up meanwhile is taken over once more.
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
