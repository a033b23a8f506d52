import type { Config } from '../config/config.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { isActive } from './players.ts';
import { requireKnownAdult } from './spending.ts';

/** Where the tournament waits for a promoter and a permit: Refusal 409 `rush/closed`. */
export function refuseWhileClosed({ isContestOpen }: Pick<Config, 'isContestOpen'>): void {
  if (isContestOpen) return;
  throw new Refusal(409, 'rush/closed', 'Millionaire Rush is closed at present');
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
