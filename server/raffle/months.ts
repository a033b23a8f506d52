import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sealOf } from '../../src/rules/draw.ts';
import { DEFAULT_PRIZES } from '../../src/rules/prize-table.ts';
import { type RaffleMonth, raffleMonthOf, rafflePrize } from '../../src/rules/raffle.ts';
import type { Config } from '../config/config.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import type { Trx } from '../database/tables.ts';

const SEED_BYTES = 32;

/** Whether tickets are earned and drawn here (game.md#permit). */
export function isRaffleOpen({ isContestOpen }: Pick<Config, 'isContestOpen'>): boolean {
  return isContestOpen && rafflePrize(DEFAULT_PRIZES) !== null;
}

/**
 * The month that a ticket of now belongs to: the first that is not closed, even if the clock was put
 * back behind its close. It stays open until the transaction ends.
 */
export async function openMonth(trx: Trx, now: number): Promise<RaffleMonth> {
  // Whoever closes a month waits for all who write tickets, and they see then that it is closed.
  await sql`lock table raffle_tickets in row exclusive mode`.execute(trx);
  let month = raffleMonthOf(now);
  while (await isClosed(trx, month, now)) month = raffleMonthOf(month.endsAt);
  return month;
}

async function isClosed(trx: Trx, month: RaffleMonth, now: number): Promise<boolean> {
  const draw = await findDraw(trx, month);
  if (draw) return draw.closed_at !== null;
  await makeDraw(trx, month, now);
  return isClosed(trx, month, now);
}

function findDraw(trx: Trx, { month }: RaffleMonth) {
  return trx
    .selectFrom('raffle_draws')
    .select('closed_at')
    .where('month', '=', month)
    .executeTakeFirst();
}

/**
 * Makes a month's draw with its seed, which is so older than every ticket of it. Of processes that do
 * so together one makes it.
 */
export async function makeDraw(trx: Trx, { month, endsAt }: RaffleMonth, now: number) {
  const prize = rafflePrize(DEFAULT_PRIZES);
  if (prize === null) throw new Error('the prize table has no raffle');
  const seed = randomBytes(SEED_BYTES).toString('hex');
  await trx
    .insertInto('raffle_draws')
    .values({
      month,
      closes_at: new Date(endsAt),
      naira: prize.naira,
      places: prize.places,
      reserves: prize.reserves,
      seed,
      seed_hash: await sealOf(seed, sha256Bytes),
      made_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('month').doNothing())
    .execute();
}
