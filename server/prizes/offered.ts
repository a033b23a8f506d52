import { dayOf } from '../../src/rules/calendar.ts';
import type { PrizeTable } from '../../src/rules/prize-table.ts';
import { raffleMonthOf } from '../../src/rules/raffle.ts';
import { BOARD_PERIODS } from '../boards/boards.ts';
import type { Db } from '../database/tables.ts';
import { readVersions, versionAt } from './table.ts';

/** What is won in the periods that run, each board's by the table of its start (game.md#prize-table). */
export async function readOfferedPrizes(
  db: Db,
  now: number,
): Promise<{ prizes: PrizeTable; withholdingPercent: number }> {
  const versions = await readVersions(db);
  const startOf = { ...BOARD_PERIODS, raffle: raffleMonthOf };
  const prizes = Object.entries(startOf).flatMap(([board, periodAt]) => {
    const version = versionAt(versions, periodAt(now).startsAt);
    return version?.rows.filter((row) => row.board === board) ?? [];
  });
  const { withholdingPercent = 0 } = versionAt(versions, dayOf(now).startsAt) ?? {};
  return { prizes, withholdingPercent };
}
