import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { isApiError, isNetworkError, NetworkError } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { readTypedPhone } from '../../rules/phone.ts';
import { detectedPhoneAtom, detectPhone } from '../../session/detected-phone.ts';
import { nationalDigits } from '../../session/handed-over.ts';
import { type PendingCode, pendingCode } from '../../session/pending-code.ts';
import { keepPlayer } from '../../session/session.ts';
import type { Found, SignedIn } from '../../session/sign-in.ts';
import {
  isUndecided,
  lookUpTrouble,
  subscriptionTrouble,
  type Trouble,
} from './onboarding-troubles.ts';

/** What the screen offers: to log in, or to subscribe. */
export type Variant = 'login' | 'subscribe';

const loadCalls = () =>
  import('../../session/sign-in.ts').catch((cause) => {
    throw new NetworkError({ cause });
  });

/** Where an attempt stopped: at whom the number belongs to, or at the subscription. */
type Stop = Trouble & { phone: string; signedIn: SignedIn | null; proof: string | null };

/** Signs in or subscribes the number that is typed (accounts §4). */
export function useOnboarding(variant: Variant) {
  const navigate = useNavigate();
  const detected = useAtomValue(detectedPhoneAtom);
  const [typed, setTyped] = useState<string | null>(null);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [pending, setPending] = useState<PendingCode | null>(null);
  const [codeError, setCodeError] = useState<string | null>(null);
  const [stop, setStop] = useState<Stop | null>(null);
  const [isBusy, setBusy] = useState(false);
  // One key a number until its charge has a definite end: a second tap never charges twice.
  const charge = useRef({ phone: '', key: '' });
  const digits = typed ?? (detected === null ? '' : nationalDigits(detected));

  useEffect(() => {
    loadCalls().catch(() => undefined);
    whenIdle(() => void detectPhone());
  }, []);

  async function attempt(work: () => Promise<void>, onError: (error: unknown) => void) {
    if (isBusy) return;
    setBusy(true);
    setStop(null);
    setCodeError(null);
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      setBusy(false);
    }
  }

  async function submit() {
    const reading = readTypedPhone(digits);
    if ('message' in reading) return setFieldError(reading.message);
    setFieldError(null);
    const { phone } = reading;
    await attempt(
      async () => settle(phone, await (await loadCalls()).lookUp(phone)),
      (error) => {
        const isAboutNumber =
          isApiError(error, 'phone/invalid') || isApiError(error, 'user/proof-needed');
        if (isAboutNumber) setFieldError(error.message);
        else setStop({ ...lookUpTrouble(error), phone, signedIn: null, proof: null });
      },
    );
  }

  /** The code, or another one in place of it. */
  async function withCode({ id, phone }: PendingCode, code: string | null) {
    await attempt(
      async () => {
        const calls = await loadCalls();
        await settle(phone, await (code ? calls.answerChallenge(id, code) : calls.lookUp(phone)));
      },
      (error) => setCodeError(isNetworkError(error) ? lookUpTrouble(error).help : messageOf(error)),
    );
  }

  async function settle(phone: string, found: Found) {
    if (found.is === 'challenged') return setPending(pendingCode(found.challenge, phone));
    setPending(null);
    const signedIn = found.is === 'player' ? found.signedIn : null;
    const proof = found.is === 'unknown' ? found.proof : null;
    if (signedIn && variant === 'login') return enter(signedIn);
    if (charge.current.phone !== phone) charge.current = { phone, key: newKey() };
    try {
      const { subscribeAtDoor } = await loadCalls();
      const { key } = charge.current;
      await subscribeAtDoor(phone, { token: signedIn?.token ?? null, proof, key });
    } catch (error) {
      if (!isUndecided(error)) charge.current = { phone: '', key: '' };
      return setStop({ ...subscriptionTrouble(error), phone, signedIn, proof });
    }
    if (signedIn) await enter(signedIn);
    else goToLanding(phone, { registered: true, proof });
  }

  /** The guard of the public pages then leads to the dashboard. */
  async function enter(signedIn: SignedIn) {
    const calls = await loadCalls();
    if (!(await calls.enter(signedIn, 'SMS Login'))) throw new Error('Please try again.');
  }

  function goToLanding(phone: string, handed: { registered: boolean; proof: string | null }) {
    navigate(paths.root, { state: { ...handed, phoneNumber: phone } });
  }

  return {
    ...{ digits, fieldError, pending, codeError, stop, isBusy },
    change: (value: string) => {
      setTyped(value);
      setFieldError(null);
      setStop(null);
    },
    submit: () => void submit(),
    submitCode: (code: string) => pending && void withCode(pending, code),
    resend: () => pending && void withCode(pending, null),
    backToPhone: () => setPending(null),
    /** Past what stopped the attempt: as the player it found, or by signing up. */
    goOn: () => {
      if (stop?.signedIn) keepPlayer(stop.signedIn.user, stop.signedIn.token);
      else if (stop) goToLanding(stop.phone, { registered: false, proof: stop.proof });
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Please try again.';
}
