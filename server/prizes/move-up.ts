import type { Trx } from '../database/tables.ts';
import type { Payout } from './payout.ts';
import { payPlaces } from './settle.ts';
import { readVersions } from './table.ts';

/**
 * Pays the next place of a board's period in the place of one that was refused or has lapsed
 * (game.md#held-prizes). What is no board's, such as the raffle's, has reserves of its own.
 */
export async function moveUp(trx: Trx, ended: Payout, now: number): Promise<void> {
  const { board, pool } = ended;
  if (board === 'raffle') return;
  // Two that end at the same time take turns: neither pays the next one for both.
  const settled = await trx
    .selectFrom('prize_periods')
    .select(['table_id', 'period_start', 'period_end'])
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', ended.period_start)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const version = (await readVersions(trx)).find(({ id }) => id === settled.table_id);
  if (!version) throw new Error('a settled period has no prize table');
  const { period_start, period_end } = settled;
  const period = { startsAt: period_start.getTime(), endsAt: period_end.getTime() };
  await payPlaces(trx, { board, pool, period }, version, now);
}
