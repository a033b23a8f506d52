import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import * as v from 'valibot';
import { BEGUN_KEY } from '../../config/storage-keys.ts';
import type { NewUser } from '../../contract/user.ts';
import { keptValue } from '../../lib/kept.ts';
import { MINUTE_MS } from '../../rules/calendar.ts';
import type { SignIn, Step } from './machine.ts';
import { detectedPhoneAtom, readLinkPhone } from './phone.ts';

/**
 * A visitor who comes back after this time begins anew, because the server has forgotten the code and the
 * proof.
 */
const LIFE_MS = 10 * MINUTE_MS;

const begunSchema = v.object({
  phone: v.pipe(v.string(), v.transform(readLinkPhone), v.string()),
  /** Whether the number has no account, so that email and username are asked for. */
  isNew: v.boolean(),
  /** Whether the number was subscribed on another page. */
  isRegistered: v.boolean(),
  /** `network` if the operator gave the number (sign-in.md#platform). */
  platform: v.picklist(['network', 'rave']),
  proof: v.nullable(v.string()),
  /** The code that was sent. */
  pending: v.nullable(
    v.object({ id: v.string(), phone: v.string(), channel: v.string(), resendAt: v.number() }),
  ),
});

/**
 * How far a sign-up has come. It is kept after the dialog is closed, a reload and a killed tab, but only
 * for this visit.
 */
export type BegunSignUp = v.InferOutput<typeof begunSchema>;

const stored = keptValue(
  'sessionStorage',
  BEGUN_KEY,
  v.object({ ...begunSchema.entries, until: v.number() }),
);

/** The sign-up that was begun in this tab, if it can still continue; `now` in epoch milliseconds. */
export function readBegun(now: number): BegunSignUp | null {
  const kept = stored.get();
  const leftMs = kept ? kept.until - now : 0;
  // If more time is left than there ever is, the phone's clock was put back meanwhile.
  return leftMs > 0 && leftMs <= LIFE_MS ? kept : null;
}

/** Keeps a sign-up. A browser that refuses forgets it with the page. `now` in epoch milliseconds. */
export function keepBegun(begun: BegunSignUp, now: number): void {
  stored.set({ ...begun, until: now + LIFE_MS });
}

export const forgetBegun = stored.forget;

/** Gives the part of a sign-in to keep. `null` forgets the kept part, `undefined` leaves it as it is. */
function begunAt(
  step: Step,
): Pick<BegunSignUp, 'phone' | 'isNew' | 'proof' | 'pending'> | null | undefined {
  switch (step.is) {
    case 'code':
      if (step.failure) return undefined;
      return { phone: step.code.phone, isNew: false, proof: null, pending: step.code };
    case 'details':
      return step.failure ? undefined : { ...step.number, isNew: true, pending: null };
    case 'number':
      return step.isAnew ? null : undefined;
    case 'subscribing':
      return null;
    default:
      return undefined;
  }
}

/**
 * Keeps how far a sign-in has come, so that it continues there after a reload. `begun` is the kept sign-up
 * that it continued from. Gives the platform of a number: `network` if the operator gave the number, else
 * `rave` (sign-in.md#platform).
 */
export function useBegun({ turn, step }: SignIn, begun: BegunSignUp | null) {
  const detected = useAtomValue(detectedPhoneAtom);

  function platformOf(phone: string): NewUser['platform'] {
    const isTold = begun?.platform === 'network' && phone === begun.phone;
    return isTold || phone === detected ? 'network' : 'rave';
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is kept once.
  useEffect(() => {
    const now = turn === 0 ? begun : begunAt(step);
    if (now === null) forgetBegun();
    if (!now) return;
    const { phone } = now;
    const isRegistered = begun?.isRegistered === true && phone === begun.phone;
    keepBegun({ ...now, isRegistered, platform: platformOf(phone) }, Date.now());
  }, [step]);

  return platformOf;
}
