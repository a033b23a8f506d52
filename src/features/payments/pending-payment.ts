import * as v from 'valibot';
import { PENDING_KEY } from '../../config/storage-keys.ts';
import { productSchema } from '../../contract/payments.ts';
import { DAY_MS } from '../../rules/calendar.ts';
import { readKept } from './has-pending.ts';

const schema = v.object({
  playerId: v.string(),
  reference: v.string(),
  way: v.picklist(['card', 'mobile-money']),
  product: productSchema,
  coins: v.number(),
  kobo: v.number(),
  /** Fee and charges among it. */
  totalKobo: v.number(),
  startedAt: v.number(),
  /** The wallet that was asked, by mobile money. */
  payer: v.nullable(v.object({ msisdn: v.string(), platform: v.string() })),
});

/** A payment that has begun and whose end this phone does not know yet. */
export type PendingPayment = v.InferOutput<typeof schema>;

/** After this long the server has settled it alone. */
const PENDING_MAX_AGE_MS = DAY_MS;

/** The player's payment that waits; `null` for none, for somebody else's and for an old one. */
export function readPending(playerId: string, now: number): PendingPayment | null {
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(readKept() ?? 'null'));
    const isTheirs = success && output.playerId === playerId;
    return isTheirs && now - output.startedAt < PENDING_MAX_AGE_MS ? output : null;
  } catch {
    return null;
  }
}

/** Keeps it for a return; a phone that cannot leaves the end to the server alone. */
export function keepPending(payment: PendingPayment): void {
  try {
    localStorage.setItem(PENDING_KEY, JSON.stringify(payment));
  } catch {}
}

/** Forgets what waits: of this reference, or whatever it is. */
export function forgetPending(reference?: string): void {
  // Another tab may have begun another payment since.
  if (reference && !readKept()?.includes(reference)) return;
  try {
    localStorage.removeItem(PENDING_KEY);
  } catch {}
}
