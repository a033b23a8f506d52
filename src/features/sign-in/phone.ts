import { atom } from 'jotai';
import * as v from 'valibot';
import { env } from '../../config/env.ts';
import { plainDigits } from '../../rules/numbers.ts';
import { isStoredPhone, readTypedPhone } from '../../rules/phone.ts';
import { store } from '../../session/session.ts';

/** Digits and the signs that people write between them, but no letters. A longer text is no phone number. */
const WRITTEN = /^[^\p{L}_]{1,40}$/u;

/**
 * Reads a link's phone number in any form that the phone fields take (sign-in.md#typed-numbers). Gives its
 * stored form, or `null`. The fields cut a number that is too long, because the player sees that there. In
 * a link such a number is no number.
 */
export function readLinkPhone(given: string): string | null {
  const written = plainDigits(given);
  if (!WRITTEN.test(written)) return null;
  const digits = written.replace(/\D/g, '').replace(/^(00)?234(?=\d{10})/, '');
  const reading = readTypedPhone(digits);
  return 'phone' in reading ? reading.phone : null;
}

/**
 * How long the operator may take to give the number, in milliseconds (sign-in.md#header-enrichment). Then
 * the visitor types it.
 */
const PATIENCE_MS = 2000;

const replySchema = v.object({
  msisdn: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.check(isStoredPhone)),
});

/** The number from the operator's header enrichment, in its stored form; `null` without a number. */
export const detectedPhoneAtom = atom<string | null>(null);

let asking: Promise<string | null> | null = null;

/** Asks the operator's gateway for the number of this phone, once in a visit. Never throws. */
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
