import { sql } from 'kysely';
import { connectPostgres } from '../database/postgres.ts';
import type { Db } from '../database/tables.ts';
import { boardReads } from '../http/metrics.ts';
import { breakerFor, type RankingLog } from './circuit-breaker.ts';
import { databaseRanking } from './database-ranking.ts';
import type { Places, Ranking, RankingAsk } from './ranking.ts';

/**
 * How many seconds the replica may be behind. Servers write a heartbeat every second, and its age
 * in the replica shows the delay.
 */
const BEHIND_MAX_S = 5;

/**
 * `answerMs` is the time without data after which a connection is closed. The circuit breaker waits
 * less than that for an answer.
 */
const PATIENCE = { connectMs: 1_000, answerMs: 2_000, connections: 10, mayFollow: true };

/**
 * A ranking that reads a replica instead of the database (ADR-0011). The database itself answers a
 * player whose own score has not arrived in the replica yet. It answers all players while the
 * replica cannot be reached or is more than five seconds behind, and `log` records that.
 */
export function replicaRanking(readUrl: string, db: Db, log: RankingLog): Ranking {
  const primary = databaseRanking(db);
  const replica = connectPostgres(readUrl, PATIENCE);
  const copy = databaseRanking(replica.db);
  const ask = breakerFor(log, 'the read replica is left alone: the primary ranks');
  const askCopy = <Answer>(read: () => Promise<Answer>) =>
    ask(async () => {
      const [answer] = await Promise.all([read(), refuseOld(replica.db)]);
      return answer;
    });
  const count = (from: 'replica' | 'primary') => boardReads.inc({ from });

  return {
    ...primary,
    read: async (question) => {
      const found = await askCopy(() => copy.read(question));
      if (found && isOwn(found, await ownPoints(db, question))) {
        count('replica');
        return found;
      }
      count('primary');
      return primary.read(question);
    },
    shownPlayers: async (playerIds) => {
      const shownPlayers = await askCopy(() => copy.shownPlayers(playerIds));
      // A player whom the database has ranked may not be in the replica yet.
      const isWhole = playerIds.every((id) => shownPlayers?.has(id));
      return shownPlayers && isWhole ? shownPlayers : primary.shownPlayers(playerIds);
    },
    close: replica.close,
  };
}

/** Throws if a replica is too far behind, or if its delay is unknown. */
async function refuseOld(replica: Db): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - at)::float8 as seconds from heartbeat`.execute(
    replica,
  );
  const seconds = rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
  if (seconds > BEHIND_MAX_S) throw new Error(`the copy is ${seconds} seconds behind`);
}

const isOwn = ({ own }: Places, points: number | null) => (own?.points ?? null) === points;

async function ownPoints(db: Db, { board, pool, startsAt, playerId }: RankingAsk) {
  const row = await db
    .selectFrom('board_scores')
    .select('points')
    .where('board', '=', board)
    .where('period_start', '=', new Date(startsAt))
    .where('player_id', '=', playerId)
    .where('pool', '=', pool)
    .executeTakeFirst();
  return row?.points ?? null;
}
