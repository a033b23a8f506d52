import { insertPeriod, type NewPeriod } from '../accounts/insert-period.ts';
import type { Trx } from '../database/tables.ts';

type QueuedPeriod = Omit<NewPeriod, 'startsAt' | 'endsAt' | 'reported'> & { lengthMs: number };

/** Adds a period behind all that is paid for; the caller holds the player's wallet. */
export async function queuePeriod(
  trx: Trx,
  { lengthMs, ...period }: QueuedPeriod,
  now: number,
): Promise<void> {
  const { end } = await trx
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.max('ends_at').as('end'))
    .where('player_id', '=', period.playerId)
    .where('ends_at', '>', new Date(now))
    .executeTakeFirstOrThrow();
  const startsAt = end ? new Date(end).getTime() : now;
  await insertPeriod(trx, { ...period, startsAt, endsAt: startsAt + lengthMs });
}
