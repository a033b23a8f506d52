import { setTimeout as after } from 'node:timers/promises';
import { STORE_TIMEOUT_MS, within } from '../database/store-connection.ts';
import type { Db } from '../database/tables.ts';
import { coalesce } from './coalesce.ts';
import { databaseRanking } from './database-ranking.ts';
import { helper, type RankingLog } from './helper.ts';
import type { BoardAndPeriod, Ranking, RankingAsk, Standings } from './ranking.ts';
import { fillSet, type SetStore, takeOverChanges } from './sorted-set-fill.ts';
import { FILLED, memberOf, nameOf, pointsOf, rangeOf, SET_LIFE_S } from './sorted-set-scores.ts';

/** The best rows, a member's place and its neighbours at once; nothing for a set not filled. */
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

/** How long an answer waits for a set to be filled before the database gives it. */
const FILL_PATIENCE_MS = 300;

const FORGET_PATIENCE_MS = 5_000;

type Found = [top: string[], score?: string, place?: number, near?: string[], first?: number];

/**
 * The ranking of a Valkey or Redis (ADR-0011), a sorted set for each period of a pool's board. Each
 * change waits in the database until a set has taken it over, before the next answer: a process that dies
 * after its commit leaves nothing behind. A missing set is filled from the database, which ranks
 * until then and while the store does not answer.
 */
export function sortedSetRanking(
  store: SetStore,
  db: Db,
  log: RankingLog,
  database = databaseRanking(db),
): Ranking {
  const catchUp = coalesce(() => takeOverChanges(store, db));
  const filling = new Map<string, Promise<void>>();
  const askStore = helper(log, 'the sorted sets do not answer: the database ranks');
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

  async function ask(question: RankingAsk): Promise<Standings | null> {
    if (!store.client.isReady) throw new Error('there is no connection to the store');
    await forgetOnce();
    await catchUp();
    const found = await find(store, question);
    if (found) return toStandings(found);
    await Promise.race([fillOnce(question), after(FILL_PATIENCE_MS)]);
    const filled = await find(store, question);
    return filled && toStandings(filled);
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
    looks: database.looks,
    forget: async () => {
      // Where it fails, it is done before the next answer.
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

/** From now on sets are those of a new generation; the old ones go. */
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

function toStandings([top, score, place, near = [], first = 1]: Found): Standings {
  return {
    top: toRows(top, 1),
    own: score === undefined ? null : { points: pointsOf(score), place: place ?? null },
    around: toRows(near, first),
  };
}

/** Members and scores stand in turn. */
function toRows(pairs: readonly string[], firstPlace: number) {
  return Array.from({ length: pairs.length / 2 }, (_, index) => ({
    playerId: Number(pairs[2 * index]),
    points: pointsOf(pairs[2 * index + 1] ?? ''),
    place: firstPlace + index,
  }));
}
