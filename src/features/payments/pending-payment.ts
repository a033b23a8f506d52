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
  /** Fee and charges among it. */
  totalKobo: v.number(),
  /** Epoch milliseconds of the server's clock, as far as it is known. */
  startedAt: v.number(),
  /** The wallet that was asked, by mobile money. */
  payer: v.nullable(v.object({ msisdn: v.string(), platform: v.string() })),
  /** The status that the service answered 'Pay' with, in its own words. */
  answered: v.optional(v.union([v.string(), v.number(), v.boolean()])),
  /**
   * The last word of the card provider's window, `closed` until it has loaded: nothing can be paid
   * before. Missing where the app went first.
   */
  windowSaid: v.optional(v.picklist(['paid', 'closed'])),
});

/** A payment that has begun and whose end this phone does not know yet. */
export type PendingPayment = v.InferOutput<typeof schema>;

const stored = keptValue('localStorage', PENDING_KEY, rowsOf(schema));

/** After this time the server has settled it alone. */
const PENDING_MAX_AGE_MS = DAY_MS;

/** More than anybody leaves unfinished in a day; the oldest give way. */
const KEPT_MAX = 10;

/**
 * The player's payments that wait, oldest first; unreadable ones, and old ones once the time (`now`,
 * the server's) is sure, are forgotten.
 */
export function readPending(playerId: string, now: number): PendingPayment[] {
  const kept = readAll();
  const isOld = ({ startedAt }: PendingPayment) => now - startedAt >= PENDING_MAX_AGE_MS;
  const young = isTimeSure() ? kept.filter((payment) => !isOld(payment)) : kept;
  if (young.length === 0 || young.length < kept.length) write(young);
  return young.filter((payment) => payment.playerId === playerId);
}

/** Keeps it for a return; a phone that cannot leaves the end to the server alone. */
export function keepPending(payment: PendingPayment): void {
  write([...allBut(payment.reference), payment].slice(-KEPT_MAX));
}

/** Forgets waiting payments: the one of this reference, or all. */
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
