import * as v from 'valibot';
import { PENDING_KEY } from '../../config/storage-keys.ts';
import { productSchema } from '../../contract/payments.ts';
import { rowsOf } from '../../contract/rows.ts';
import { keptValue } from '../../lib/kept.ts';
import { isTimeSure } from '../../lib/server-clock.ts';
import { DAY_MS } from '../../rules/calendar.ts';

const schema = v.object({
  playerId: v.string(),
  reference: v.string(),
  way: v.picklist(['card', 'mobile-money']),
  product: productSchema,
  coins: v.number(),
  kobo: v.number(),
  /** The whole sum, with fee and charges. */
  totalKobo: v.number(),
  /** Epoch milliseconds of the server's clock, as far as it is known. */
  startedAt: v.number(),
  /** The wallet that was asked to pay, if the payment is by mobile money. */
  payer: v.nullable(v.object({ msisdn: v.string(), platform: v.string() })),
  /** The status in the service's answer to 'Pay', as the service wrote it. */
  answered: v.optional(v.union([v.string(), v.number(), v.boolean()])),
  /**
   * The last event of the card provider's window. It is `closed` until the window has loaded, because
   * nothing can be paid before that. It is missing if the app was closed before the window ended.
   */
  windowSaid: v.optional(v.picklist(['paid', 'closed'])),
});

/** A payment that has begun and whose end this phone does not know yet. */
export type PendingPayment = v.InferOutput<typeof schema>;

const stored = keptValue('localStorage', PENDING_KEY, rowsOf(schema));

/** After this time the server has settled the payment by itself. */
const PENDING_MAX_AGE_MS = DAY_MS;

/** Nobody leaves more payments than this unfinished in a day. The oldest are forgotten first. */
const KEPT_MAX = 10;

/**
 * The player's payments that wait, the oldest first. Unreadable payments are forgotten, and so are old
 * payments once the server's time (`now`) is sure.
 */
export function readPending(playerId: string, now: number): PendingPayment[] {
  const kept = readAll();
  const isOld = ({ startedAt }: PendingPayment) => now - startedAt >= PENDING_MAX_AGE_MS;
  const young = isTimeSure() ? kept.filter((payment) => !isOld(payment)) : kept;
  if (young.length === 0 || young.length < kept.length) write(young);
  return young.filter((payment) => payment.playerId === playerId);
}

/**
 * Keeps a payment, so that the player finds it on return. If the phone cannot keep it, the server alone
 * learns its end.
 */
export function keepPending(payment: PendingPayment): void {
  write([...allBut(payment.reference), payment].slice(-KEPT_MAX));
}

/** Forgets the waiting payment with this reference, or all without a reference. */
export function forgetPending(reference?: string): void {
  write(reference ? allBut(reference) : []);
}

const allBut = (reference: string) => readAll().filter((one) => one.reference !== reference);

function readAll(): PendingPayment[] {
  return stored.get() ?? [];
}

function write(payments: PendingPayment[]): void {
  stored.set(payments.length > 0 ? payments : null);
}
