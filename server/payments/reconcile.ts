import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import { referenceSchema } from '../../src/contract/payments.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/rules/calendar.ts';
import type { Product, Way } from '../../src/rules/money.ts';
import { oldestAsked, workThroughTaken } from '../database/due-work.ts';
import type { Db } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { askAirtime } from '../plans/ask-airtime.ts';
import type { Services } from '../services.ts';
import { askCard } from './card.ts';
import { askCollection, mismatch } from './mobile-money.ts';

/** A payment younger than this is left out, because the player's own phone asks about it. */
const ASKED_FROM_MS = 2 * MINUTE_MS;
const ASKED_AGAIN_AFTER_MS = MINUTE_MS;
/**
 * Older payments are asked about less often. Payments that failed or were refused are asked about as rarely,
 * for some days.
 */
const YOUNG_MS = DAY_MS;
const ASKED_AGAIN_LATER_MS = HOUR_MS;
const LATE_SUCCESS_WITHIN_MS = 3 * DAY_MS;

/**
 * Asks the providers about every payment without a known end, and enters the answers. If a provider does not
 * answer, the payment is asked about again a minute later. Money may still be taken for a payment that failed
 * or was refused, so it is asked about for some days more. `signal` stops the work between two payments.
 */
export async function reconcile(
  services: Asking,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  await askAirtime(services, log, signal);
  const statusQuestions = statusQuestionsOf(services);
  const ways = Object.keys(statusQuestions) as Way[];
  if (ways.length === 0) return;
  // All reads use one instant. Otherwise a slow payment could be due again before all others were asked
  // about.
  const at = services.now();
  const asking = {
    take: () => takeOpen(services.db, ways, at),
    work: async (payment: OpenPayment) => statusQuestions[payment.way]?.(payment),
    onFailure: (err: unknown, { way }: OpenPayment) =>
      log.warn({ err, way }, 'asking about a pending payment failed'),
  };
  await workThroughTaken(asking, signal);
}

/** Claims payments to ask about now. Other processes leave them alone for a minute. */
async function takeOpen(db: Db, ways: Way[], now: number): Promise<OpenPayment[]> {
  const rows = await db
    .with('due', (eb) =>
      eb
        .selectFrom('payments')
        .select('reference')
        .where('way', 'in', ways)
        .where('created_at', '<=', new Date(now - ASKED_FROM_MS))
        .where(({ eb, and, or }) => {
          const wasAskedBefore = (ms: number) => eb('asked_at', '<=', new Date(now - ms));
          const isYoungerThan = (ms: number) => eb('created_at', '>', new Date(now - ms));
          const isPending = eb('state', '=', 'pending');
          return or([
            and([isPending, eb('asked_at', 'is', null)]),
            and([isPending, isYoungerThan(YOUNG_MS), wasAskedBefore(ASKED_AGAIN_AFTER_MS)]),
            and([isPending, wasAskedBefore(ASKED_AGAIN_LATER_MS)]),
            and([
              eb('state', 'in', ['failed', 'refused']),
              isYoungerThan(LATE_SUCCESS_WITHIN_MS),
              wasAskedBefore(ASKED_AGAIN_LATER_MS),
            ]),
          ]);
        })
        .$call(oldestAsked),
    )
    .updateTable('payments')
    .set({ asked_at: new Date(now) })
    .where('reference', 'in', (eb) => eb.selectFrom('due').select('reference'))
    .returning(['reference', 'way', 'created_at'])
    .execute();
  return rows.map(({ reference, way, created_at }) => ({ reference, way, createdAt: created_at }));
}

type Asking = Pick<Services, 'db' | 'config' | 'billing' | 'card' | 'mobileMoney' | 'now'>;

/** A payment whose end is not known. */
type OpenPayment = { reference: string; way: Way; createdAt: Date };

/** Asks a payment's provider for its state and enters the answer. Throws if the provider does not answer. */
type AskProvider = (payment: OpenPayment) => Promise<unknown>;

/** How to ask the provider of each way of payment that is offered. */
function statusQuestionsOf(services: Asking): Partial<Record<Way, AskProvider>> {
  const statusQuestions: Partial<Record<Way, AskProvider>> = {
    card: (payment) => askCard(services, payment),
    'mobile-money': ({ reference }) => askCollection(services, reference),
  };
  const offered = Object.entries(statusQuestions).filter(([way]) =>
    services.config.ways.includes(way as Way),
  );
  return Object.fromEntries(offered);
}

const NOT_PAID = {
  card: {
    pending: { code: 'payment/pending', message: 'Your bank has not confirmed this payment yet' },
    failed: { code: 'payment/failed', message: 'Your card was not charged' },
  },
  'mobile-money': {
    pending: { code: 'payment/pending', message: 'This payment has not been confirmed yet' },
    failed: { code: 'payment/failed', message: 'Your wallet was not charged' },
  },
} as const;

/** A payment that a player is expected to make. Its sum includes the fees, in kobo. */
type Expected = {
  reference: string;
  way: keyof typeof NOT_PAID;
  product: Product;
  state: string;
  totalKobo: number;
  createdAt: Date;
};

/**
 * Finds a player's expected payment by its reference. Throws Refusal 404 `payment/unknown`, also if it is
 * another player's.
 */
export async function findExpected(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { playerId, reference, ways }: { playerId: number; reference: string; ways: readonly Way[] },
): Promise<Expected> {
  const payment = v.is(referenceSchema, reference)
    ? await read(db, playerId, reference)
    : undefined;
  const isHere = payment && ways.includes(payment.way) && config.ways.includes(payment.way);
  if (!isHere) throw new Refusal(404, 'payment/unknown', 'No such payment is expected');
  const { kobo, fee_kobo, way, ...rest } = payment;
  return { ...rest, way: way as Expected['way'], totalKobo: kobo + fee_kobo };
}

function read(db: Db, playerId: number, reference: string) {
  return db
    .selectFrom('payments')
    .select(['reference', 'way', 'product', 'state', 'kobo', 'fee_kobo', 'created_at as createdAt'])
    .where('reference', '=', reference)
    .where('player_id', '=', playerId)
    .executeTakeFirst();
}

/**
 * Asks the provider about a payment that is not paid yet, and credits it if it is paid now. Gives `null` for
 * a paid payment, otherwise the reply to the player. Throws Refusal 409 `payment/mismatch` if another sum was
 * paid, and ProviderError.
 */
export async function verifyPayment(services: Services, payment: Expected) {
  const state = payment.state === 'paid' ? 'paid' : await ask(services, payment);
  if (state === 'mismatched') {
    throw mismatch('What was paid is not what this costs. Please contact us.');
  }
  // A payment that was taken back later still counts as paid here, because the player's balance shows what
  // is left.
  if (state !== 'pending' && state !== 'failed' && state !== 'refused') return null;
  const answer = NOT_PAID[payment.way][state === 'pending' ? 'pending' : 'failed'];
  return { status: false as const, data: null, ...answer };
}

function ask(services: Services, payment: Expected) {
  if (payment.way === 'card') return askCard(services, payment);
  return askCollection(services, payment.reference);
}
