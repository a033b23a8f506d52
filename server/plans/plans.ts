import { sql } from 'kysely';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { nairaToKobo, PLAN_DAYS, PLANS, type Plan, type Way } from '../../src/rules/money.ts';
import { findPlayer, lockNumber } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { creditSubscription } from '../ledger/entries.ts';
import {
  type AirtimeAnswer,
  type AirtimePeriod,
  CLOCKS_DIFFER_MS,
} from '../providers/airtime-billing.ts';
import type { Services } from '../services.ts';
import { forgetCharge } from './airtime-charges.ts';

/** The operator's refusals, each with its code and its message for the player. */
export const OPERATOR_NO = {
  none: { code: 'subscription/none', message: 'You have no running subscription' },
  refused: { code: 'subscription/refused', message: 'Not enough airtime for this plan' },
  pending: { code: 'subscription/pending', message: 'Your operator is still working on it' },
} as const;

/** A renewal may overlap the period before it by this share of its own length. */
const EARLY_RENEWAL_SHARE = 0.1;

/** The prices of the plans by airtime, in naira. */
type PlanPrices = Readonly<Record<Plan, number>>;

/**
 * Takes over a period that the operator reports: the plan runs for its days, and its coins are credited once.
 * For a number without an account the period is kept under the number. The number is locked before the
 * period's charge is changed, to avoid a deadlock.
 */
export async function takeOverPeriod(
  trx: Trx,
  { phone, period, prices }: { phone: string; period: AirtimePeriod; prices: PlanPrices },
  now: number,
): Promise<void> {
  await lockNumber(trx, phone);
  await forgetCharge(trx, phone, period.reference);
  // Look the player up under the lock: the account may be younger than the call.
  const playerId = await findPlayer(trx, phone);
  if (playerId !== null) return creditPeriod(trx, { phone, playerId, prices }, period, now);
  const { reference, plan, startsAt, endsAt } = period;
  const times = { starts_at: new Date(startsAt), ends_at: new Date(endsAt) };
  await trx
    .insertInto('paid_periods')
    .values({ phone, reference, plan, ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A player, their number, and the plans' prices, which hold for a period whose price was not noted. */
type Subscriber = { phone: string; playerId: number; prices: PlanPrices };

/**
 * Whether a period is wholly taken over and no charge waits for it. Phones ask about the same period again
 * and again, so that this mostly spares a transaction.
 */
export async function isTakenOver(
  db: Db,
  { phone, playerId }: Pick<Subscriber, 'phone' | 'playerId'>,
  { reference, startsAt, endsAt }: AirtimePeriod,
): Promise<boolean> {
  const taken = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', playerId)
    .where('way', '=', 'airtime')
    .where('reference', '=', reference)
    .where('reported_from', '=', new Date(startsAt))
    .where('reported_until', '=', new Date(endsAt))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('airtime_charges')
            .select('airtime_charges.reference')
            .where('airtime_charges.reference', '=', reference)
            .where('state', 'in', ['pending', 'refused']),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charge_attempts')
            .select('charge_attempts.reference')
            .where('phone', '=', phone)
            .where('charge_attempts.reference', '=', reference),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Credits the periods that a new player's number has paid for, even if they have ended. The player must exist
 * already, so that a payment at the same time finds the account, or is found here.
 */
export async function creditPaidPeriods(
  trx: Trx,
  subscriber: Subscriber,
  now: number,
): Promise<void> {
  const { phone } = subscriber;
  await lockNumber(trx, phone);
  const paid = await trx
    .deleteFrom('paid_periods')
    .where('phone', '=', phone)
    .returningAll()
    .execute();
  const inOrder = paid.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  for (const { reference, plan, starts_at, ends_at } of inOrder) {
    const times = { startsAt: starts_at.getTime(), endsAt: ends_at.getTime() };
    await creditPeriod(trx, subscriber, { reference, plan, ...times }, now);
  }
}

async function creditPeriod(
  trx: Trx,
  { phone, playerId, prices }: Subscriber,
  period: AirtimePeriod,
  now: number,
): Promise<void> {
  const { reference, plan, startsAt, endsAt } = period;
  const charge = await trx
    .selectFrom('airtime_charges')
    .select(['kobo', 'at'])
    .where('phone', '=', phone)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (await isCredited(trx, playerId, period, charge?.at ?? null)) return;
  const kobo = charge?.kobo ?? nairaToKobo(prices[plan]);
  if (!(await creditSubscription(trx, { playerId, reference, startsAt, kobo }, now))) return;
  const from = await freeFrom(trx, playerId, period);
  await insertPeriod(trx, {
    playerId,
    reference,
    plan,
    way: 'airtime',
    kobo,
    startsAt: from,
    endsAt: from + endsAt - startsAt,
    reported: { from: startsAt, until: endsAt },
  });
}

/**
 * Finds when a reported period starts here. It keeps its start if no paid period overlaps it. Otherwise it
 * starts behind all paid periods, so that no day is paid twice.
 */
async function freeFrom(
  trx: Trx,
  playerId: number,
  { startsAt, endsAt }: AirtimePeriod,
): Promise<number> {
  const paid = await trx
    .selectFrom('subscriptions')
    .select(['starts_at', 'ends_at'])
    .where('player_id', '=', playerId)
    .where('ends_at', '>', new Date(startsAt))
    .execute();
  const isFree = paid.every(({ starts_at }) => starts_at.getTime() >= endsAt);
  return isFree ? startsAt : Math.max(...paid.map(({ ends_at }) => ends_at.getTime()));
}

/**
 * Whether a period has been credited, perhaps under another start or reference, because operators may report
 * the same period in several ways. If a charge of ours at `chargedAt` paid for the period, a period that
 * began before the charge is another one, and so is a period of another charge of ours.
 */
async function isCredited(
  trx: Trx,
  playerId: number,
  { reference, plan, startsAt, endsAt }: AirtimePeriod,
  chargedAt: Date | null,
): Promise<boolean> {
  const leeway = EARLY_RENEWAL_SHARE * PLAN_DAYS[plan] * DAY_MS;
  const same = trx
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', playerId)
    .where('way', '=', 'airtime')
    .where('plan', '=', plan)
    .where('reported_from', '<', new Date(endsAt - leeway))
    .where('reported_until', '>', new Date(startsAt + leeway));
  const found =
    chargedAt === null
      ? same
      : same.where(({ eb, or, and, not, exists, selectFrom }) =>
          or([
            eb('reference', '=', reference),
            and([
              eb('reported_from', '>=', new Date(chargedAt.getTime() - CLOCKS_DIFFER_MS)),
              not(
                exists(
                  selectFrom('airtime_charges')
                    .select('airtime_charges.reference')
                    .whereRef('airtime_charges.reference', '=', 'subscriptions.reference'),
                ),
              ),
            ]),
          ]),
        );
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** Asks the operator for the running periods of a number, of both plans. */
export async function runningPeriods(
  { billing, now }: Pick<Services, 'billing' | 'now'>,
  phone: string,
): Promise<AirtimePeriod[]> {
  const answers = await Promise.all(PLANS.map((plan) => billing.verify(phone, plan)));
  return answers.flatMap((answer) => runningPeriod(answer, now()) ?? []);
}

export function runningPeriod(answer: AirtimeAnswer, now: number): AirtimePeriod | null {
  return answer.outcome === 'active' && answer.period.endsAt > now ? answer.period : null;
}

/** A paid period, with its times in epoch milliseconds and its price in kobo. */
type NewPeriod = {
  playerId: number;
  reference: string;
  plan: Plan;
  way: Way;
  kobo: number;
  startsAt: number;
  endsAt: number;
  /** The operator's times, if airtime paid for it. */
  reported?: { from: number; until: number };
};

/**
 * Notes a paid period. If the same period was undone the moment it began, it runs after all. Throws Error for
 * a period that is noted already.
 */
async function insertPeriod(trx: Trx, period: NewPeriod): Promise<void> {
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

type QueuedPeriod = Omit<NewPeriod, 'startsAt' | 'endsAt' | 'reported'> & { lengthMs: number };

/** Adds a period behind all paid periods. The caller has locked the player's wallet. */
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

/** The payment of a period. */
type PaidFor = { playerId: number; reference: string; periodId: number | null };

/**
 * Ends a payment's period now, or before it begins. The periods queued behind it begin earlier, by the time
 * that it had left. The caller has locked the player's wallet. Gives whether this ended the player's last
 * paid period.
 */
export async function endPeriod(trx: Trx, credit: PaidFor, now: number): Promise<boolean> {
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

/** Ends a payment's period also in a later account of the number, which took the period over. */
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
