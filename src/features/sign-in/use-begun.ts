import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { NewUser } from '../../contract/user.ts';
import { detectedPhoneAtom } from './api/detected-phone.ts';
import { type BegunSignUp, begunAt, forgetBegun, keepBegun } from './begun-sign-up.ts';
import type { SignIn } from './sign-in-state.ts';

/**
 * Keeps how far a sign-in has come (it went on from `begun`), so that a reload goes on there. It
 * tells `network` for a number that the operator has told, else `rave` (flows.md#platform).
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
