import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../errors.ts';
import { creditSubscription } from '../ledger/entries.ts';
import type { AirtimePeriod } from '../providers/airtime-billing.ts';
import { lockPlayer } from './players.ts';

/** How long one charge of a player keeps another from starting, should its end never be seen. */
const CHARGE_CLAIM_MS = 30_000;

/** A 'no' of the operator, as its code and its message for the player. */
export const OPERATOR_NO = {
  none: { code: 'subscription/none', message: 'You have no running subscription' },
  refused: { code: 'subscription/refused', message: 'Not enough airtime for this plan' },
  pending: { code: 'subscription/pending', message: 'Your operator is still working on it' },
} as const;

/** Takes over a period that the operator reports: active for its days, its coins once. */
export async function takeOverPeriod(
  trx: Trx,
  playerId: number,
  period: AirtimePeriod,
  now: number,
): Promise<void> {
  await lockPlayer(trx, playerId);
  const { reference, plan, startsAt, endsAt } = period;
  if (!(await creditSubscription(trx, { playerId, reference, startsAt }, now))) return;
  await trx
    .insertInto('subscriptions')
    .values({
      player_id: playerId,
      reference,
      plan,
      starts_at: new Date(startsAt),
      ends_at: new Date(endsAt),
    })
    .execute();
}

/**
 * Lets one charge of a player run at a time: two taps with different keys would otherwise both
 * be charged before either is active. The same reference may go on, the provider charges it once.
 */
export async function claimCharge(
  db: Db,
  playerId: number,
  reference: string,
  now: number,
): Promise<void> {
  const row = await db
    .insertInto('charge_attempts')
    .values({ player_id: playerId, reference, started_at: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .column('player_id')
        .doUpdateSet({ reference, started_at: new Date(now) })
        .where((eb) =>
          eb.or([
            eb('charge_attempts.reference', '=', reference),
            eb('charge_attempts.started_at', '<', new Date(now - CHARGE_CLAIM_MS)),
          ]),
        ),
    )
    .returning('player_id')
    .executeTakeFirst();
  if (row) return;
  throw new Refusal(409, 'subscription/running', 'Your subscription is being charged already', {
    'Retry-After': '2',
  });
}

/** Ends a charge whose outcome is known. */
export async function endCharge(db: Db, playerId: number, reference: string): Promise<void> {
  await db
    .deleteFrom('charge_attempts')
    .where('player_id', '=', playerId)
    .where('reference', '=', reference)
    .execute();
}
