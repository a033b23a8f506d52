import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { isNetworkError, messageOf } from '../../../lib/errors.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { nationalDigits, readTypedPhone } from '../../../rules/phone.ts';
import { detectedPhoneAtom, detectPhone } from '../api/detected-phone.ts';
import { readBegun } from '../begun-sign-up.ts';
import { type Failure, startSignIn } from '../sign-in-state.ts';
import { useBegun } from '../use-begun.ts';
import { useSignIn } from '../use-sign-in.ts';
import { numberFault, troubleOf } from './onboarding-troubles.ts';

export type Variant = 'login' | 'subscribe';

/**
 * Signs in or subscribes the number that is typed (flows.md#onboarding), at the price of a week by
 * airtime, `kobo`: `null` where airtime is not offered, `undefined` while nobody knows.
 */
export function useOnboarding(variant: Variant, kobo: number | null | undefined) {
  const navigate = useNavigate();
  const { search, state: place } = useLocation();
  // The code is a step of its own in the history: Back leads to the number, a reload stays.
  const isAtCode = (place as { step?: unknown } | null)?.step === 'code';
  const [begun] = useState(() => readBegun(Date.now()));
  const { state, isBusy, send } = useSignIn(() => startSignIn(variant, begun, { isAtCode }));
  useBegun(state, begun);
  const detected = useAtomValue(detectedPhoneAtom);
  const [typed, setTyped] = useState<string | null>(null);
  const [formFault, setFormFault] = useState<string | null>(null);
  const digits = typed ?? (detected === null ? '' : nationalDigits(detected));
  const { step, form } = state;
  const stop = step.is === 'number' ? step.stop : null;
  const fault = stop && numberFault(stop.failure);

  useEffect(() => whenIdle(() => void detectPhone()), []);

  useEffect(() => send({ is: isAtCode ? 'went-forward' : 'went-back' }), [isAtCode, send]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its place once.
  useEffect(() => {
    if (step.is === 'code' && !isAtCode) navigate({ search }, { state: { step: 'code' } });
    const isPast = step.is === 'subscribing' || step.is === 'verifying';
    if (isPast && isAtCode) navigate({ search }, { replace: true });
    if (step.is !== 'handed-off') return;
    const { number, isSubscribed: registered } = step;
    const { phone: phoneNumber, proof } = number;
    navigate(paths.root, { state: { registered, proof, phoneNumber } });
  }, [step]);

  function submit() {
    if (kobo === undefined) return;
    const reading = readTypedPhone(digits);
    if ('message' in reading) return setFormFault(reading.message);
    setFormFault(null);
    send({ is: 'number-entered', phone: reading.phone, kobo });
  }

  return {
    ...{ digits, send, submit },
    isBusy,
    /** The price that was agreed to stands while the calls it was agreed for are made. */
    shownKobo: isBusy ? (state.agreedKobo ?? kobo) : kobo,
    pending: isAtCode && form.is === 'code' ? form.code : null,
    codeError: step.is === 'code' && step.failure ? codeText(step.failure) : null,
    fieldError: formFault ?? fault,
    trouble: stop && !fault ? troubleOf(stop.failure) : null,
    enterCode: (entered: string) => {
      if (kobo !== undefined) send({ is: 'code-entered', digits: entered, kobo });
    },
    hasPlayer: stop?.player != null,
    change: (value: string) => {
      setTyped(value);
      setFormFault(null);
      send({ is: 'number-changed' });
    },
    backToPhone: () => {
      send({ is: 'number-wanted' });
      navigate(-1);
    },
  };
}

function codeText(failure: Failure): string {
  const { error } = failure;
  return isNetworkError(error) ? troubleOf(failure).help : messageOf(error);
}
