import * as v from 'valibot';
import { challengeSchema } from '../../contract/user.ts';
import type { BegunSignUp } from './begun-sign-up.ts';
import { readLinkPhone } from './link-phone.ts';
import { pendingCode } from './pending-code.ts';

/** The navigation state that another entry brings to the landing (flows.md#landing). */
const handOffSchema = v.object({
  /** The number was subscribed, and has no account yet. */
  registered: v.optional(v.boolean(), false),
  phoneNumber: v.pipe(v.string(), v.transform(readLinkPhone), v.string()),
  /** `network` where the operator told the number (flows.md#platform). */
  platform: v.optional(v.picklist(['network', 'rave']), 'rave'),
  proof: v.optional(v.nullable(v.string()), null),
  /** The code that was sent already. */
  challenge: v.optional(v.nullable(challengeSchema), null),
});

type HandOff = v.InferOutput<typeof handOffSchema>;

/** Reads a navigation state as a sign-in begun; `null` if it is none of ours. `now` in ms. */
export function readHandOff(state: unknown, now: number): BegunSignUp | null {
  const read = v.safeParse(handOffSchema, state);
  return read.success ? begunBy(read.output, now) : null;
}

function begunBy(handedOff: HandOff, now: number): BegunSignUp {
  const { phoneNumber: phone, registered, platform, proof, challenge } = handedOff;
  const pending = challenge ? pendingCode(challenge, phone, now) : null;
  const isNew = registered && !pending;
  return { phone, isNew, isRegistered: registered, platform, proof, pending };
}
