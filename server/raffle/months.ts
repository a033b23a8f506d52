import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sealOf } from '../../src/rules/draw.ts';
import { type RaffleMonth, raffleMonthOf, rafflePrize } from '../../src/rules/raffle.ts';
import type { Config } from '../config/config.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import type { Trx } from '../database/tables.ts';

const SEED_BYTES = 32;

/** What the raffle pays, if there is one: without a permit the table is empty. */
export type RaffleConfig = Pick<Config, 'prizes'>;

/** Whether tickets are earned and drawn here (game.md#permit). */
export function isRaffleOpen({ prizes }: RaffleConfig): boolean {
  return rafflePrize(prizes) !== null;
}

/**
 * The month that a ticket of now belongs to: the first that is not closed, even if the clock was put
 * back behind its close. It stays open until the transaction ends.
 */
export async function openMonth(trx: Trx, config: RaffleConfig, now: number): Promise<RaffleMonth> {
  // Whoever closes a month waits for all who write tickets, and they see then that it is closed.
  await sql`lock table raffle_tickets in row exclusive mode`.execute(trx);
  for (let month = raffleMonthOf(now); ; month = raffleMonthOf(month.endsAt)) {
    const draw = await findDraw(trx, month);
    if (!draw) await makeDraw(trx, config, { month, now });
    if (!draw?.closed_at) return month;
  }
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
 * so together one makes it. What it pays is what the prize table says then.
 */
export async function makeDraw(
  trx: Trx,
  config: RaffleConfig,
  { month: { month, endsAt }, now }: { month: RaffleMonth; now: number },
): Promise<void> {
  const prize = rafflePrize(config.prizes);
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
