import { ON_THE_WAY } from '../../src/rules/payouts.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { advancePayout } from './advance-payout.ts';
import { awaitsSearch } from './after-restore.ts';
import { takePayout } from './settle.ts';

/** What ends with its account. */
const OPEN = ['checking', 'held', 'approved', 'failed'] as const;

/** Refuses to end an account while a prize is on its way to it: Refusal 409 `payout/on-its-way`. */
export async function refuseWhilePaidOut(db: Db, playerId: number): Promise<void> {
  const payout = await db
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where(({ or, and, eb }) =>
      or([
        eb('state', 'in', ON_THE_WAY),
        and([eb('state', 'in', ['held', 'failed']), awaitsSearch]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!payout) return;
  const message = 'A prize is on its way to you. Wait until it is paid, then delete.';
  throw new Refusal(409, 'payout/on-its-way', message);
}

/** Whether a prize of an account may have been sent before a restore, and has not been looked for since. */
export async function hasPrizeToFind(db: Db, playerId: number): Promise<boolean> {
  const payout = await db
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', OPEN)
    .where(awaitsSearch)
    .limit(1)
    .executeTakeFirst();
  return payout !== undefined;
}

/** Gives up an ending account's prizes that have not left: the next place is paid (account.md#my-data). */
export async function giveUpPayouts(trx: Trx, playerId: number, now: number): Promise<void> {
  const held = await trx
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', OPEN)
    .orderBy('id')
    .execute();
  for (const { id } of held) {
    const payout = await takePayout(trx, id);
    if (payout) await advancePayout(trx, payout, { event: 'given-up', by: 'player' }, now);
  }
}
