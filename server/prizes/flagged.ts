import { sql } from 'kysely';
import { LATE_RESULT_GRACE_MS } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';
import type { Payout } from './payout.ts';

/** A flagged run: when it was issued and came in, epoch milliseconds. */
type Flagged = { issuedAt: number; arrivedAt: number };

/** Flagged runs of a payout's player that came in while its period was open to them. */
export async function readFlagged(
  db: Db,
  { pool, player_id, period_start, period_end }: Payout,
): Promise<Flagged[]> {
  const { rows } = await sql<{ issued_at: Date; closed_at: Date }>`
    select opened_at as issued_at, closed_at from rush_runs
    where player_id = ${player_id} and pool = ${pool}
    and cardinality(flags) > 0 and state = 'counted'
    and closed_at >= ${period_start}
    and closed_at < ${new Date(period_end.getTime() + LATE_RESULT_GRACE_MS)}
  `.execute(db);
  return rows.map(({ issued_at, closed_at }) => ({
    issuedAt: issued_at.getTime(),
    arrivedAt: closed_at.getTime(),
  }));
}
