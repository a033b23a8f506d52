import type { Config } from '../config/config.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { isActive } from './players.ts';
import { requireKnownAdult } from './spending.ts';

/** Where the tournament waits for a promoter and a permit: Refusal 409 `rush/closed`. */
function refuseWhileClosed({ isContestOpen }: Pick<Config, 'isContestOpen'>): void {
  if (isContestOpen) return;
  throw new Refusal(409, 'rush/closed', 'Millionaire Rush is closed at present');
}

/**
 * Refuses to sell a ticket that could not be played, before anything is paid: Refusal 409 `rush/closed`
 * where the tournament is closed, or the reserve has no run for the player behind those of the tickets
 * that wait (game.md#rush-ticket).
 */
export async function refuseTicketSale(
  db: Db,
  { config, reserve, now }: Pick<Services, 'config' | 'reserve' | 'now'>,
  playerId: number,
): Promise<void> {
  refuseWhileClosed(config);
  const { tickets } = await db
    .selectFrom('wallets')
    .select('tickets')
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
  if (await reserve.canDeal(db, playerId, tickets + 1, now())) return;
  const message =
    'There are no new questions for another ticket right now. Nothing was charged: try again later.';
  throw new Refusal(409, 'rush/closed', message);
}

/**
 * Refuses whom the conditions of Millionaire Rush keep from playing (game.md#rush-ticket): Refusal 409
 * `rush/closed`, `spending/age-needed`, `spending/under-age`, `subscription/inactive`.
 */
export async function refuseUnlessMayPlay(
  trx: Trx,
  { config }: { config: Pick<Config, 'isContestOpen'> },
  playerId: number,
  now: number,
): Promise<void> {
  refuseWhileClosed(config);
  await requireKnownAdult(trx, playerId, now);
  if (await isActive(trx, playerId, now)) return;
  throw new Refusal(409, 'subscription/inactive', 'Subscribe to play Millionaire Rush');
}
