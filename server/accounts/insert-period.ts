import type { Plan, Way } from '../../src/rules/money.ts';
import type { Trx } from '../database/tables.ts';

/** A period that is paid for: its times in epoch milliseconds, its price in kobo. */
export type NewPeriod = {
  playerId: number;
  reference: string;
  plan: Plan;
  way: Way;
  kobo: number;
  startsAt: number;
  endsAt: number;
  /** As the operator reports it, where airtime paid for it. */
  reported?: { from: number; until: number };
};

/**
 * Notes a period that is paid for; one that was undone the moment it began runs after all. Throws
 * Error for one that is noted already.
 */
export async function insertPeriod(trx: Trx, period: NewPeriod): Promise<void> {
  const { playerId, reference, plan, way, kobo, startsAt, endsAt, reported } = period;
  const ends_at = new Date(endsAt);
  await trx
    .insertInto('subscriptions')
    .values({
      player_id: playerId,
      reference,
      plan,
      way,
      kobo,
      starts_at: new Date(startsAt),
      ends_at,
      ...(reported && {
        reported_from: new Date(reported.from),
        reported_until: new Date(reported.until),
      }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['player_id', 'reference', 'starts_at'])
        .doUpdateSet({ ends_at, undone_at: null })
        .where('subscriptions.undone_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}
