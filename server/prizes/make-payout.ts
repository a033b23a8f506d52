import { randomInt } from 'node:crypto';
import type { Period } from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { type PrizeBoard, type PrizeKind, withhold } from '../../src/rules/prize-table.ts';
import type { Trx } from '../database/tables.ts';
import { enterPrize } from '../ledger/prize-entries.ts';
import { addNotice } from './notices.ts';
import { moneyOf } from './payout.ts';

/** A prize that a place has won. */
export type Won = {
  playerId: number;
  board: PrizeBoard;
  pool: Pool;
  tier: 1 | 2 | 3 | null;
  period: Period;
  /** As the board, or the draw, has it. */
  place: number;
  kind: PrizeKind;
  naira: number;
  withholdingPercent: number;
  /** For which withdrawn question it is paid beside the places. */
  withdrawnQuestion?: string;
  /** The lowest player of the group that the player of a tier's prize belongs to. */
  kin?: number | null;
};

/** Makes a prize a payout that is checked next, and enters it. The database has one for a place, and one beside them for a player and a question. */
export async function makePayout(trx: Trx, won: Won, now: number): Promise<void> {
  const { period, board, pool, place, kind } = won;
  const { grossKobo, taxKobo, netKobo } = withhold(won.naira, won.withholdingPercent);
  const at = new Date(now);
  const payout = await trx
    .insertInto('payouts')
    .values({
      reference: newReference(),
      player_id: won.playerId,
      board,
      pool,
      tier: won.tier ?? 0,
      period_start: new Date(period.startsAt),
      period_end: new Date(period.endsAt),
      place,
      kind,
      gross_kobo: grossKobo,
      tax_kobo: taxKobo,
      net_kobo: netKobo,
      made_at: at,
      state_at: at,
      withdrawn_question: won.withdrawnQuestion ?? null,
      kin: won.kin ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await enterPrize(trx, moneyOf(payout), now);
  await addNotice(trx, payout.id, 'won', now);
}

/** Without letters and digits that are taken for each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Such as `PO-8HZN-09`; the database refuses one that is taken, and the period is settled later. */
function newReference(): string {
  const letters = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `PO-${letters}-${String(randomInt(100)).padStart(2, '0')}`;
}
