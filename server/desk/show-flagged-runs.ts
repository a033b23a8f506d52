import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';

const SHOWN = 100;

/** Runs of Millionaire Rush that look implausible, the newest first, each with the reasons. */
export async function showFlaggedRuns(db: Db): Promise<string[]> {
  const runs = await db
    .selectFrom('rush_runs')
    .innerJoin('players', 'players.id', 'rush_runs.player_id')
    .select(['rush_runs.id', 'opened_at', 'phone', 'nickname', 'points', 'flags'])
    .where(sql<number>`cardinality(flags)`, '>', 0)
    .orderBy('opened_at', 'desc')
    .limit(SHOWN + 1)
    .execute();
  const lines = runs
    .slice(0, SHOWN)
    .flatMap((run) => [
      `${run.opened_at.toISOString()} ${run.id} ${run.phone} ${run.nickname}: ${run.points} points`,
      ...run.flags.map((flag) => `  ${flag}`),
    ]);
  if (runs.length > SHOWN) lines.push('Older ones are in the table rush_runs');
  return lines.length === 0 ? ['No run is flagged'] : lines;
}
