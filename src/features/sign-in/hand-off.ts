import * as v from 'valibot';
import { challengeSchema } from '../../contract/user.ts';
import { readLinkPhone } from './link-phone.ts';

/** The navigation state that another door brings to the landing (accounts §2 and §4). */
const handedOverSchema = v.object({
  /** The number was subscribed, and has no account yet. */
  registered: v.optional(v.boolean(), false),
  phoneNumber: v.pipe(v.string(), v.transform(readLinkPhone), v.string()),
  /** `network` where the operator told the number (accounts §4). */
  platform: v.optional(v.picklist(['network', 'rave']), 'rave'),
  /** What shows whose number it is, for the creation. */
  proof: v.optional(v.nullable(v.string()), null),
  /** The code that was sent already. */
  challenge: v.optional(v.nullable(challengeSchema), null),
});

/** What another door knows of the visitor whom it sends to the landing. */
export type HandedOver = v.InferOutput<typeof handedOverSchema>;

/** Reads a navigation state; `null` where it is none of ours. */
export function readHandedOver(state: unknown): HandedOver | null {
  const read = v.safeParse(handedOverSchema, state);
  return read.success ? read.output : null;
}

/** A stored phone as it is typed behind +234. */
export function nationalDigits(phone: string): string {
  return phone.replace(/^234/, '');
}
