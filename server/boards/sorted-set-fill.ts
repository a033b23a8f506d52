import type { RedisClientType } from '@redis/client';
import type { Db } from '../database/tables.ts';
import type { BoardPeriod } from './ranking.ts';
import { memberOf, nameOf, scoreOf } from './sorted-set-scores.ts';

/**
 * A Valkey or Redis with the sets of one database. Under `root` it counts how often all sets were
 * given up; what belongs to one count stands under names that begin with both.
 */
export type SetStore = { client: RedisClientType; root: string };

const ROWS_A_STEP = 5_000;

/** A set nobody asks for any more goes after two months: no board reaches back as far. */
const KEPT_S = 60 * 86_400;

/** What says that a set is whole: as long as the store runs on, and nobody gives it up. */
const MARK_FILLED = `
  redis.call('SET', KEYS[1] .. ':' .. ARGV[1] .. ':' .. ARGV[2] .. ':filled', ARGV[3], 'EX', ARGV[4])`;

type Score = { player_id: number; points: number; reached_at: Date };

/** What runs at the store and which sets count: both are named before a set is filled. */
async function stateOf({ client, root }: SetStore) {
  const [about, generation] = await Promise.all([client.info('server'), client.get(root)]);
  return { runId: /run_id:(\w+)/.exec(about)?.[1] ?? '', generation: generation ?? '0' };
}

/**
 * Puts scores into the set of a period. A score only ever gets better, so it does not matter how
 * often, by how many processes and in which order that is done.
 */
async function put(
  { client, root }: SetStore,
  generation: string,
  period: BoardPeriod,
  scores: readonly Score[],
): Promise<void> {
  if (scores.length === 0) return;
  const key = `${root}:${generation}:${nameOf(period)}`;
  const members = scores.map(({ player_id, points, reached_at }) => ({
    value: memberOf(player_id),
    score: scoreOf(points, reached_at.getTime(), period.startsAt),
  }));
  await client.zAdd(key, members, { comparison: 'LT' });
  await client.expire(key, 2 * KEPT_S);
}

/** Fills the set of a period from the database; changes of meanwhile are taken over as always. */
export async function fillSet(store: SetStore, db: Db, period: BoardPeriod): Promise<void> {
  const { runId, generation } = await stateOf(store);
  let last = 0;
  for (;;) {
    const scores = await db
      .selectFrom('board_scores')
      .select(['player_id', 'points', 'reached_at'])
      .where('board', '=', period.board)
      .where('period_start', '=', new Date(period.startsAt))
      .where('player_id', '>', last)
      .orderBy('player_id')
      .limit(ROWS_A_STEP)
      .execute();
    await put(store, generation, period, scores);
    if (scores.length < ROWS_A_STEP) break;
    last = scores.at(-1)?.player_id ?? last;
  }
  await store.client.eval(MARK_FILLED, {
    keys: [store.root],
    arguments: [generation, nameOf(period), runId, String(KEPT_S)],
  });
}

/** Brings the sets up to what was committed before this call. */
export async function takeOverChanges(store: SetStore, db: Db): Promise<void> {
  for (;;) {
    const changes = await db
      .selectFrom('board_changes')
      .innerJoin('board_scores', (join) =>
        join
          .onRef('board_scores.board', '=', 'board_changes.board')
          .onRef('board_scores.period_start', '=', 'board_changes.period_start')
          .onRef('board_scores.player_id', '=', 'board_changes.player_id'),
      )
      .select([
        'board_changes.id',
        'board_scores.board',
        'board_scores.period_start',
        'board_scores.player_id',
        'points',
        'reached_at',
      ])
      .limit(ROWS_A_STEP)
      .execute();
    if (changes.length === 0) return;
    const { generation } = await stateOf(store);
    const periods = Map.groupBy(changes, ({ board, period_start }) => `${board} ${+period_start}`);
    for (const [first, ...others] of periods.values()) {
      if (!first) continue;
      const period = { board: first.board, startsAt: first.period_start.getTime() };
      await put(store, generation, period, [first, ...others]);
    }
    const ids = changes.map(({ id }) => id);
    await db.deleteFrom('board_changes').where('id', 'in', ids).execute();
    if (changes.length < ROWS_A_STEP) return;
  }
}
