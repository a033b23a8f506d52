import { lockPlayer } from '../accounts/players.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { endRenewal } from './renewal.ts';

/**
 * Ends the renewal of what a player has running, the operator's first, then ours; what is paid runs to its
 * end. Throws Refusal 409 `subscription/inactive` where nothing runs, ProviderError where the
 * operator does not answer: nothing is cancelled then.
 */
export async function cancelPlans(
  { db, billing, config, now }: Pick<Services, 'db' | 'billing' | 'config' | 'now'>,
  playerId: number,
): Promise<void> {
  const running = await db
    .selectFrom('subscriptions')
    .innerJoin('players', 'players.id', 'subscriptions.player_id')
    .select(['subscriptions.id', 'way', 'cancelled_at', 'phone'])
    .where('player_id', '=', playerId)
    .where('ends_at', '>', new Date(now()))
    .execute();
  if (running.length === 0) {
    if (await endRenewal(db, playerId)) return;
    throw new Refusal(409, 'subscription/inactive', 'You have no running subscription');
  }
  const open = running.filter(({ cancelled_at }) => cancelled_at === null);
  const byAirtime = open.find(({ way }) => way === 'airtime');
  if (byAirtime && config.ways.includes('airtime')) await billing.cancel(byAirtime.phone);
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, playerId);
    await endRenewal(trx, playerId);
    const ids = open.map(({ id }) => id);
    if (ids.length === 0) return;
    await trx
      .updateTable('subscriptions')
      .set({ cancelled_at: new Date(now()) })
      .where('id', 'in', ids)
      .execute();
  });
}
