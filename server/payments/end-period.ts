import { sql } from 'kysely';
import type { Trx } from '../database/tables.ts';
import type { Credit } from './credit.ts';

/**
 * Ends the period that a payment has brought, at once or before it begins; those that were queued
 * behind it move up by what it had left. The caller holds the player's wallet. Gives whether there
 * was one and nothing that is paid for runs on.
 */
export async function endPeriod(trx: Trx, credit: Credit, now: number): Promise<boolean> {
  const periods = await trx
    .selectFrom('subscriptions')
    .select(['id', 'reference', 'starts_at', 'ends_at'])
    .where('player_id', '=', credit.playerId)
    .where('undone_at', 'is', null)
    .orderBy('starts_at')
    .execute();
  const { periodId, reference } = credit;
  const ended = periods.find(({ id, reference: of }) =>
    periodId === null ? of === reference : id === periodId,
  );
  if (!ended) return false;
  const from = Math.min(ended.starts_at.getTime(), now);
  let end = ended.ends_at.getTime();
  const until = Math.min(Math.max(ended.starts_at.getTime(), now), end);
  const freed = end - until;
  await trx
    .updateTable('subscriptions')
    .set({
      starts_at: new Date(from),
      ends_at: new Date(Math.min(until, now)),
      undone_at: new Date(now),
    })
    .where('id', '=', ended.id)
    .execute();
  for (const { id, starts_at, ends_at } of periods) {
    if (id === ended.id || freed === 0 || starts_at.getTime() !== end) continue;
    end = ends_at.getTime();
    await trx
      .updateTable('subscriptions')
      .set({
        starts_at: new Date(starts_at.getTime() - freed),
        ends_at: new Date(end - freed),
      })
      .where('id', '=', id)
      .execute();
  }
  const runsOn = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', credit.playerId)
    .where('ends_at', '>', new Date(now))
    .limit(1)
    .executeTakeFirst();
  return runsOn === undefined;
}

/** Ends a payment's period where a later account of its number goes on with it, too. */
export async function endCarried(trx: Trx, reference: string, now: number): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({
      starts_at: sql<Date>`least(starts_at, ${new Date(now)}::timestamptz)`,
      ends_at: new Date(now),
      undone_at: new Date(now),
    })
    .where('reference', '=', reference)
    .where('is_carried', '=', true)
    .where('ends_at', '>', new Date(now))
    .execute();
}
