import { env } from '../../../config/env.ts';
import { getPublicKey } from '../../../contract/endpoints/misc.ts';
import { postExpected } from '../../../contract/endpoints/payments.ts';
import { call } from '../../../lib/http.ts';
import { playerCall } from '../../../session/player-call.ts';
import type { Order } from '../order.ts';

/** `totalKobo`: what the player was shown. */
type Expected = { reference: string; key: string; totalKobo: number };

type Taken = { kobo: number; feeKobo: number };

/** What the card provider knows us by. */
export async function readPublicKey(): Promise<string> {
  const { data } = await call(getPublicKey, {});
  return data.publicKey;
}

/**
 * Tells the server of a payment before it is made; gives what it will take. Once for a key. Throws
 * ApiError `payment/mismatch` for another sum than the server's. An API without the call takes what
 * the prices say.
 */
export async function expectCard(
  { product, quote, door }: Order,
  { reference, key, totalKobo }: Expected,
): Promise<Taken> {
  if (!env.hasAdditions) return quote;
  const { data } = await playerCall(postExpected, {
    body: { product, provider: 'card', reference, door, totalKobo },
    key,
  });
  return data;
}
