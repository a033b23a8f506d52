import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTurn } from '../../../components/use-turn.ts';
import { paths } from '../../../config/paths.ts';
import { isApiError, isNetworkError } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { readTypedPhone } from '../../../rules/phone.ts';
import { detectedPhoneAtom, detectPhone } from '../api/detected-phone.ts';
import type { Found, SignedIn } from '../api/sign-in.ts';
import { forgetBegun, keepBegun, readBegun } from '../begun-sign-up.ts';
import { type PendingCode, pendingCode } from '../code-step/pending-code.ts';
import { nationalDigits } from '../hand-off.ts';
import { loadSignIn } from '../load-sign-in.ts';
import {
  isUndecided,
  lookUpTrouble,
  subscriptionTrouble,
  type Trouble,
} from './onboarding-troubles.ts';

/** What the screen offers: to log in, or to subscribe. */
export type Variant = 'login' | 'subscribe';

/** Where an attempt stopped: at whom the number belongs to, or at the subscription. */
type Stop = Trouble & { phone: string; signedIn: SignedIn | null; proof: string | null };

/** Signs in or subscribes the number that is typed (accounts §4). */
export function useOnboarding(variant: Variant) {
  const navigate = useNavigate();
  const detected = useAtomValue(detectedPhoneAtom);
  const [typed, setTyped] = useState<string | null>(null);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const { search, state } = useLocation();
  const [code, setCode] = useState(() => readBegun(Date.now())?.pending ?? null);
  // The code is a step of its own in the history: Back leads to the number, a reload stays.
  const isAtCode = (state as { step?: unknown } | null)?.step === 'code';
  const pending = isAtCode ? code : null;
  const [codeError, setCodeError] = useState<string | null>(null);
  const [stop, setStop] = useState<Stop | null>(null);
  const [isBusy, setBusy] = useState(false);
  const turn = useTurn();
  // One key a number until its charge has a definite end: a second tap never charges twice.
  const charge = useRef({ phone: '', key: '' });
  const digits = typed ?? (detected === null ? '' : nationalDigits(detected));

  useEffect(() => {
    loadSignIn().catch(() => undefined);
    whenIdle(() => void detectPhone());
  }, []);

  async function attempt(
    work: (isCurrent: () => boolean) => Promise<void>,
    onError: (error: unknown) => void,
  ) {
    if (isBusy) return;
    const isCurrent = turn.take();
    setBusy(true);
    setStop(null);
    setCodeError(null);
    try {
      await work(isCurrent);
    } catch (error) {
      if (isCurrent()) onError(error);
    } finally {
      if (isCurrent()) setBusy(false);
    }
  }

  async function submit() {
    const reading = readTypedPhone(digits);
    if ('message' in reading) return setFieldError(reading.message);
    setFieldError(null);
    const { phone } = reading;
    await attempt(
      async (isCurrent) => settle(phone, await (await loadSignIn()).lookUp(phone), isCurrent),
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
      async (isCurrent) => {
        const calls = await loadSignIn();
        const found = await (code ? calls.answerChallenge(id, code) : calls.lookUp(phone));
        await settle(phone, found, isCurrent);
      },
      (error) => setCodeError(isNetworkError(error) ? lookUpTrouble(error).help : messageOf(error)),
    );
  }

  async function settle(phone: string, found: Found, isCurrent: () => boolean) {
    if (!isCurrent()) return;
    if (found.is === 'challenged') return awaitCode(pendingCode(found.challenge, phone));
    if (isAtCode) leaveCode();
    const signedIn = found.is === 'player' ? found.signedIn : null;
    const proof = found.is === 'unknown' ? found.proof : null;
    if (signedIn && variant === 'login') return enter(signedIn, isCurrent);
    if (charge.current.phone !== phone) charge.current = { phone, key: newKey() };
    try {
      const { subscribeAtDoor } = await loadSignIn();
      const { key } = charge.current;
      await subscribeAtDoor(phone, { token: signedIn?.token ?? null, proof, key });
    } catch (error) {
      if (!isUndecided(error)) charge.current = { phone: '', key: '' };
      if (!isCurrent()) return;
      return setStop({ ...subscriptionTrouble(error), phone, signedIn, proof });
    }
    if (signedIn) await enter(signedIn, isCurrent);
    else if (isCurrent()) goToLanding(phone, { registered: true, proof });
  }

  /** The guard of the public pages then leads to the dashboard. */
  async function enter(signedIn: SignedIn, isCurrent: () => boolean) {
    const calls = await loadSignIn();
    if (!(await calls.enter(signedIn, 'SMS Login', isCurrent))) {
      throw new Error('Please try again.');
    }
  }

  function awaitCode(sent: PendingCode) {
    const nothingYet = { isNew: false, isRegistered: false, proof: null } as const;
    const platform = sent.phone === detected ? 'network' : 'rave';
    keepBegun({ ...nothingYet, phone: sent.phone, platform, pending: sent }, Date.now());
    setCode(sent);
    if (!isAtCode) navigate({ search }, { state: { step: 'code' } });
  }

  function leaveCode() {
    forgetBegun();
    navigate({ search }, { replace: true });
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
    backToPhone: () => {
      turn.end();
      setBusy(false);
      forgetBegun();
      navigate(-1);
    },
    /** Past what stopped the attempt: as the player it found, or by signing up. */
    goOn: () => {
      const { phone, signedIn } = stop ?? {};
      if (phone && signedIn) {
        void attempt(
          (isCurrent) => enter(signedIn, isCurrent),
          (error) => setStop({ ...lookUpTrouble(error), phone, signedIn, proof: null }),
        );
      } else if (stop) goToLanding(stop.phone, { registered: false, proof: stop.proof });
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Please try again.';
}
