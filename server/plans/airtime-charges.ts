import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../src/rules/calendar.ts';
import { type Plan, SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import { findPlayer, isActive, lockNumber } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { requireSpending } from './spending-limits.ts';

/** A charge by airtime as its player has agreed to it, with its price in kobo. */
export type AgreedCharge = {
  reference: string;
  phone: string;
  playerId: number | null;
  plan: Plan;
  kobo: number;
  /** The price that the player saw, if their app sends it. */
  shownKobo?: number | null;
  /** The entry point where the player agreed, or `null` for a renewal, to which they agreed before. */
  door: string | null;
};

/**
 * Notes a charge and the consent to its price, before the operator is asked. A charge that is noted already
 * keeps its price and its first consent. Throws Refusal 409 `payment/mismatch` where the player saw another
 * price (subscription.md#subscribe-call), and `spending/…` where their limit, break or age stops the charge.
 */
export async function noteCharge(trx: Trx, charge: AgreedCharge, now: number): Promise<void> {
  const { reference, phone, playerId, plan, kobo, shownKobo = null, door } = charge;
  const begun = await trx
    .insertInto('airtime_charges')
    .values({ reference, phone, kobo, at: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .column('reference')
        .doUpdateSet({ state: 'pending' })
        .where('airtime_charges.state', '=', 'refused'),
    )
    .returning('reference')
    .executeTakeFirst();
  if (begun && shownKobo !== null && shownKobo !== kobo) {
    throw new Refusal(409, 'payment/mismatch', 'The price has changed. Please look at it again.');
  }
  if (begun && playerId !== null) await requireSpending(trx, { playerId, reference, kobo }, now);
  if (door === null) return;
  await trx
    .insertInto('consents')
    .values({
      reference,
      player_id: playerId,
      phone,
      step: 1,
      way: 'airtime',
      product: `plan-${plan}`,
      coins: SUBSCRIPTION_COINS,
      kobo,
      fee_kobo: 0,
      door,
      said_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes how a charge ended. A charge that is already paid or was taken back keeps its state. */
export async function markCharge(
  trx: Trx,
  reference: string,
  state: 'paid' | 'refused',
): Promise<void> {
  await trx
    .updateTable('airtime_charges')
    .set({ state })
    .where('reference', '=', reference)
    .where('state', 'in', ['pending', 'refused'])
    .execute();
}

/** How long a charge without a known end is continued. After that another charge may replace it. */
const CHARGE_MEMORY_MS = DAY_MS;

/** Longer than any call waits for the operator's answer. */
const ASKING_MAX_MS = 2 * MINUTE_MS;

/** A plan that a number is charged for, under the provider's reference. */
type Charge = { phone: string; plan: Plan; reference: string };

/** A call's part in a charge. `isNew` tells whether this call began the charge. */
type ChargePart = { phone: string; reference: string; isNew: boolean };

/**
 * Joins a call to the charge of a number for a plan, also for a number without an account. A charge without a
 * known end is continued under its first reference, because the provider charges each reference only once.
 * The number is locked here and wherever its charges end, so that a later call sees either the charge or the
 * paid plan. Gives the reference for the operator, which holds until `leaveCharge`, or `null` for a number
 * that has a running plan but no account. Throws Refusal 409 `subscription/active` while a plan of the player
 * runs, and `subscription/running` while another plan's charge has no known end.
 */
export async function joinCharge(
  db: Db,
  { phone, plan, reference }: Charge,
  now: number,
): Promise<ChargePart | null> {
  return db.transaction().execute(async (trx) => {
    await lockNumber(trx, phone);
    const playerId = await findPlayer(trx, phone);
    if (playerId === null && (await hasPaid(trx, phone, now))) return null;
    if (playerId !== null && (await isActive(trx, playerId, now))) {
      throw new Refusal(409, 'subscription/active', 'Your subscription is running already');
    }
    const unfinished = await trx
      .selectFrom('charge_attempts')
      .select(['plan', 'reference'])
      .where('phone', '=', phone)
      .where('started_at', '>', new Date(now - CHARGE_MEMORY_MS))
      .executeTakeFirst();
    if (unfinished && unfinished.plan !== plan) {
      const message = 'Your operator is still working on your other plan';
      throw new Refusal(409, 'subscription/running', message, { 'Retry-After': '60' });
    }
    if (unfinished) {
      // A call older than this no longer asks. Its server must have stopped.
      const isAsked = sql`asking > 0 and asked_at > ${new Date(now - ASKING_MAX_MS)}`;
      await trx
        .updateTable('charge_attempts')
        .set({
          asking: sql<number>`case when ${isAsked} then asking + 1 else 1 end`,
          is_undecided: sql<boolean>`${isAsked} and is_undecided`,
          asked_at: new Date(now),
        })
        .where('phone', '=', phone)
        .execute();
      return { phone, reference: unfinished.reference, isNew: false };
    }
    const started_at = new Date(now);
    const asked = { asking: 1, asked_at: started_at, is_undecided: false };
    const attempt = { plan, reference, started_at, ...asked };
    await trx
      .insertInto('charge_attempts')
      .values({ phone, ...attempt })
      .onConflict((conflict) => conflict.column('phone').doUpdateSet(attempt))
      .execute();
    return { phone, reference, isNew: true };
  });
}

/**
 * Ends a call's part in a charge. The charge is deleted once no call waits for it any more and each of the
 * calls that ran at the same time knows its end. A refusal that arrives late says nothing about the answer
 * that a later call gets.
 */
export async function leaveCharge(
  db: Db,
  { phone, reference }: ChargePart,
  { isOver }: { isOver: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockNumber(trx, phone);
    await trx
      .updateTable('charge_attempts')
      .set(({ eb }) => ({
        asking: eb('asking', '-', 1),
        is_undecided: sql<boolean>`is_undecided or ${!isOver}`,
      }))
      .where('phone', '=', phone)
      .where('reference', '=', reference)
      .execute();
    const { numDeletedRows } = await trx
      .deleteFrom('charge_attempts')
      .where('phone', '=', phone)
      .where('reference', '=', reference)
      .where('asking', '<=', 0)
      .where('is_undecided', '=', false)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0) await markCharge(trx, reference, 'refused');
  });
}

/** Whether a plan's charge has begun and has no known end. */
export async function hasOpenCharge(
  db: Db,
  { phone, plan }: Pick<Charge, 'phone' | 'plan'>,
  now: number,
): Promise<boolean> {
  const open = await db
    .selectFrom('charge_attempts')
    .innerJoin('airtime_charges', 'airtime_charges.reference', 'charge_attempts.reference')
    .select('charge_attempts.plan')
    .where('charge_attempts.phone', '=', phone)
    .where('plan', '=', plan)
    .where('state', '=', 'pending')
    .where('started_at', '>', new Date(now - CHARGE_MEMORY_MS))
    .executeTakeFirst();
  return open !== undefined;
}

/** Ends a paid charge. The caller has locked the number. */
export async function forgetCharge(trx: Trx, phone: string, reference: string): Promise<void> {
  await markCharge(trx, reference, 'paid');
  await trx
    .deleteFrom('charge_attempts')
    .where('phone', '=', phone)
    .where('reference', '=', reference)
    .execute();
}

async function hasPaid(trx: Trx, phone: string, now: number): Promise<boolean> {
  const running = await trx
    .selectFrom('paid_periods')
    .select('reference')
    .where('phone', '=', phone)
    .where('ends_at', '>', new Date(now))
    .limit(1)
    .executeTakeFirst();
  return running !== undefined;
}
