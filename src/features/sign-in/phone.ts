import { atom } from 'jotai';
import * as v from 'valibot';
import { env } from '../../config/env.ts';
import { plainDigits } from '../../rules/numbers.ts';
import { isStoredPhone, readTypedPhone } from '../../rules/phone.ts';
import { store } from '../../session/session.ts';

/** Digits and the signs that people write between them, but no letters; nothing longer is a phone. */
const WRITTEN = /^[^\p{L}_]{1,40}$/u;

/**
 * A link's phone in its stored form, else `null`: in any form that the phone fields take
 * (sign-in.md#typed-numbers). The fields cut a number that is too long, as the player sees it there; a
 * link's is no number here.
 */
export function readLinkPhone(given: string): string | null {
  const written = plainDigits(given);
  if (!WRITTEN.test(written)) return null;
  const digits = written.replace(/\D/g, '').replace(/^(00)?234(?=\d{10})/, '');
  const reading = readTypedPhone(digits);
  return 'phone' in reading ? reading.phone : null;
}

/** Milliseconds, after which the visitor types (sign-in.md#header-enrichment). */
const PATIENCE_MS = 2000;

const replySchema = v.object({
  msisdn: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.check(isStoredPhone)),
});

/** The number from the operator's header enrichment, as stored; `null` for none. */
export const detectedPhoneAtom = atom<string | null>(null);

let asking: Promise<string | null> | null = null;

/** Asks the operator's gateway for the number of this phone, once a visit. Never throws. */
export function detectPhone(): Promise<string | null> {
  asking ??= ask().then((phone) => {
    store.set(detectedPhoneAtom, phone);
    return phone;
  });
  return asking;
}

async function ask(): Promise<string | null> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE_MS);
  try {
    const reply = await fetch(env.headerEnrichmentUrl, {
      cache: 'no-store',
      credentials: 'omit',
      signal: giveUp.signal,
    });
    const read = v.safeParse(replySchema, reply.ok ? await reply.json() : null);
    return read.success ? read.output.msisdn : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
