import type { Services } from '../services.ts';
import type { Credit } from './credit.ts';

type Asking = Pick<Services, 'db' | 'billing' | 'config' | 'now'>;

/**
 * Ends the operator's own renewal once a plan by airtime was taken back, where airtime pays for
 * nothing else that runs. Gives whether the operator was asked; it may be asked again. Throws
 * ProviderError where it does not answer.
 */
export async function endOperatorRenewal(
  { db, billing, config, now }: Asking,
  { way, playerId }: Credit,
): Promise<boolean> {
  if (way !== 'airtime' || !config.ways.includes('airtime')) return false;
  const runs = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', playerId)
    .where('way', '=', 'airtime')
    .where('ends_at', '>', new Date(now()))
    .limit(1)
    .executeTakeFirst();
  if (runs) return false;
  const { phone } = await db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  await billing.cancel(phone);
  return true;
}
