import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/rules/calendar.ts';
import { type Plan, planOf } from '../../src/rules/money.ts';
import { oldestAsked, workThroughTaken } from '../database/due-work.ts';
import type { Db } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import {
  type AirtimeAnswer,
  type AirtimePeriod,
  CLOCKS_DIFFER_MS,
} from '../providers/airtime-billing.ts';
import type { Services } from '../services.ts';
import {
  type AgreedCharge,
  joinCharge,
  leaveCharge,
  markCharge,
  noteCharge,
} from './airtime-charges.ts';
import { runningPeriod, runningPeriods, takeOverPeriod } from './plans.ts';

type Asking = Pick<Services, 'db' | 'config' | 'billing' | 'now'>;

/** A charge is asked about from this age on. Before that, the call that made it asks the operator itself. */
const ASKED_FROM_MS = 2 * MINUTE_MS;
/** How long the operator is asked about a charge without a known end. */
export const AIRTIME_ASKED_FOR_MS = 3 * DAY_MS;
/** How long the operator is asked about a charge each minute. After that it is asked each hour. */
const OFTEN_FOR_MS = HOUR_MS;
/**
 * Asks the operator about every charge by airtime without a known end. A period that began after the charge
 * is the period that it paid for, and is credited even if the player does not open the game. Nothing is
 * charged.
 */
export async function askAirtime(
  services: Asking,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, config, now } = services;
  if (!config.ways.includes('airtime')) return;
  // All reads use the same instant, so that a slow charge is not due again before the others were asked
  // about.
  const at = now();
  const asking = {
    take: () => takeOpen(db, at),
    work: (charge: OpenCharge) => askAbout(services, charge),
    onFailure: (err: unknown) => log.warn({ err }, 'asking about a charge by airtime failed'),
  };
  await workThroughTaken(asking, signal);
}

type OpenCharge = { reference: string; phone: string; at: Date };

async function askAbout({ db, billing, config, now }: Asking, charge: OpenCharge): Promise<void> {
  const { reference, phone, at } = charge;
  const plan = await planOfCharge(db, reference);
  if (plan === null) return;
  const answer = await billing.verify(phone, plan);
  if (answer.outcome === 'refused') {
    await db.transaction().execute((trx) => markCharge(trx, reference, 'refused'));
    return;
  }
  if (answer.outcome !== 'active') return;
  const { period } = answer;
  if (period.startsAt < at.getTime() - CLOCKS_DIFFER_MS) return;
  const prices = config.prices.plans.airtime;
  const found = { phone, period: { ...period, reference }, prices };
  await db.transaction().execute((trx) => takeOverPeriod(trx, found, now()));
}

/** Reads the plan of a charge from its attempt, or from its consent if the attempt is deleted. */
async function planOfCharge(db: Db, reference: string): Promise<Plan | null> {
  const attempt = await db
    .selectFrom('charge_attempts')
    .select('plan')
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (attempt) return attempt.plan;
  const consent = await db
    .selectFrom('consents')
    .select('product')
    .where('reference', '=', reference)
    .where('step', '=', 1)
    .executeTakeFirst();
  return consent ? planOf(consent.product) : null;
}

/** Takes charges to ask about now, and marks them so that other processes leave them out for a while. */
async function takeOpen(db: Db, now: number): Promise<OpenCharge[]> {
  const before = (ms: number) => new Date(now - ms);
  return db
    .with('due', (eb) =>
      eb
        .selectFrom('airtime_charges')
        .select('reference')
        .where('state', '=', 'pending')
        .where('at', '<=', before(ASKED_FROM_MS))
        .where('at', '>', before(AIRTIME_ASKED_FOR_MS))
        .where(({ eb: is, and, or }) =>
          or([
            is('asked_at', 'is', null),
            is('asked_at', '<=', before(OFTEN_FOR_MS)),
            and([is('at', '>', before(OFTEN_FOR_MS)), is('asked_at', '<=', before(MINUTE_MS))]),
          ]),
        )
        .$call(oldestAsked),
    )
    .updateTable('airtime_charges')
    .set({ asked_at: new Date(now) })
    .where('reference', 'in', (eb) => eb.selectFrom('due').select('reference'))
    .returning(['reference', 'phone', 'at'])
    .execute();
}

type Charging = Pick<Services, 'db' | 'billing' | 'now'>;

/**
 * Charges a number for a plan by airtime, or continues its charge without a known end. A period that already
 * runs at the operator is taken over and not charged again. Gives `paid` once the periods are taken over, the
 * operator's answer if no period runs after it, and `null` for a number that has a running plan but no
 * account. Throws ProviderError, and as `joinCharge` and `noteCharge` do.
 */
export async function chargeAirtime(
  services: Charging,
  agreed: AgreedCharge,
  takeOver: (periods: AirtimePeriod[]) => Promise<unknown>,
): Promise<'paid' | AirtimeAnswer | null> {
  const { db, billing, now } = services;
  const { phone, plan } = agreed;
  const part = await joinCharge(db, agreed, now());
  if (part === null) return null;
  const { reference } = part;
  // A charge that this call began can still be dropped, because the operator was not asked for it yet.
  let isOver = part.isNew;
  try {
    // A plan may run that is not known here yet, because the operator renewed it or it was paid for
    // elsewhere.
    const running = await runningPeriods(services, phone);
    if (running.length > 0) {
      await takeOver(running);
      return 'paid';
    }
    try {
      await db.transaction().execute((trx) => noteCharge(trx, { ...agreed, reference }, now()));
    } catch (error) {
      // A refused charge was not sent to the operator, whichever call began it.
      isOver ||= error instanceof Refusal;
      throw error;
    }
    isOver = false;
    const answer = await billing.subscribe(phone, plan, reference);
    const period = runningPeriod(answer, now());
    if (period === null) {
      isOver = answer.outcome !== 'pending';
      return answer;
    }
    // The operator may answer with its own reference, but the price and the consent are noted under ours.
    await takeOver([{ ...period, reference }]);
    isOver = true;
    return 'paid';
  } finally {
    await leaveCharge(db, part, { isOver });
  }
}
