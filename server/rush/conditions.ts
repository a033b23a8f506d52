import { isAdult } from '../../src/rules/players.ts';
import { isActive } from '../accounts/players.ts';
import type { Config } from '../config/config.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';

/**
 * Refuses whom the conditions of Millionaire Rush keep from playing (game.md#rush-ticket): Refusal 409
 * `rush/closed`, `spending/age-needed`, `spending/under-age`, `subscription/inactive`.
 */
export async function refuseUnlessMayPlay(
  trx: Trx,
  _services: { config: Config },
  playerId: number,
  now: number,
): Promise<void> {
  const { dob } = await trx
    .selectFrom('players')
    .select('dob')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  if (dob === null) {
    const message =
      'Millionaire Rush is for players of 18 and older. Tell us your date of birth first.';
    throw new Refusal(409, 'spending/age-needed', message);
  }
  if (!isAdult(dob, now)) throw new Refusal(409, 'spending/under-age', 'You must be 18 to play');
  if (await isActive(trx, playerId, now)) return;
  throw new Refusal(409, 'subscription/inactive', 'Subscribe to play Millionaire Rush');
}
