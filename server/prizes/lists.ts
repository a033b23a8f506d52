import type { Period } from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import {
  type PrizeBoard,
  type PrizeRow,
  type PrizeTable,
  prizeRows,
} from '../../src/rules/prize-table.ts';
import type { Trx } from '../database/tables.ts';
import { findDrawn } from './drawn.ts';
import { findWinners, type Winner } from './winners.ts';

/** A period of a board, or of the raffle, in a pool. */
export type PrizePeriod = { board: PrizeBoard; pool: Pool; period: Period };

/** A list whose first places are paid: a board, a tier of the day, the tickets of a draw. */
type PaidList = Pick<PrizeRow, 'tier' | 'kind'> & { winners: Winner[] };

/** Whom a settled period pays, list by list, by the table that it is paid by. */
export async function readLists(
  trx: Trx,
  { board, pool, period }: PrizePeriod,
  table: PrizeTable,
): Promise<PaidList[]> {
  // A draw has its prize since before its first ticket.
  if (board === 'raffle') {
    return [{ tier: null, kind: 'cash', winners: await findDrawn(trx, period) }];
  }
  const lists: PaidList[] = [];
  for (const row of prizeRows(table, pool, board)) {
    const { tier, kind } = row;
    lists.push({ tier, kind, winners: await findWinners(trx, { board, pool, period }, row) });
  }
  return lists;
}
