import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toastError, toastInfo } from '../../../components/toast.ts';
import { useTurn } from '../../../components/use-turn.ts';
import { paths } from '../../../config/paths.ts';
import type { NewUser } from '../../../contract/user.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { keyKeeper } from '../../../lib/key-keeper.ts';
import { readTypedPhone } from '../../../rules/phone.ts';
import { readUsername } from '../../../rules/players.ts';
import { makeUsername } from '../../../rules/usernames.ts';
import { detectedPhoneAtom } from '../api/detected-phone.ts';
import type { Found } from '../api/sign-in.ts';
import { type BegunSignUp, forgetBegun, keepBegun } from '../begun-sign-up.ts';
import { type PendingCode, pendingCode } from '../code-step/pending-code.ts';
import { nationalDigits, readHandedOver } from '../hand-off.ts';
import { loadSignIn } from '../load-sign-in.ts';
import { fieldOfCode, newPlayerFaults } from './get-started-faults.ts';
import type { GetStartedErrors, GetStartedValues } from './get-started-form.tsx';
import { useBegun } from './use-begun.ts';

const NO_SESSION = 'Your account is there, but you could not be signed in. Please try again.';

type Calls = Awaited<ReturnType<typeof loadSignIn>>;

type Attempt = { event?: 'SMS Login' | null; onError?: (error: unknown) => void };

/** Sign-up and login in one (accounts §4): number, code where one is due, what a new player adds. */
export function useGetStarted() {
  const begun = useBegun(readHandedOver(useLocation().state));
  const navigate = useNavigate();
  const turn = useTurn();
  const detected = useAtomValue(detectedPhoneAtom);
  const [step, setStep] = useState<'phone' | 'new'>(begun?.isNew ? 'new' : 'phone');
  const [pending, setPending] = useState(begun?.pending ?? null);
  const [proof, setProof] = useState(begun?.proof ?? null);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<GetStartedErrors>({});
  const [codeError, setCodeError] = useState<string | null>(null);
  const [typed, setTyped] = useState(() => ({
    // What was typed stays, even where it is empty again: only an untouched field is filled in.
    phone: begun ? nationalDigits(begun.phone) : null,
    email: '',
    username: makeUsername(Math.random),
    isAdult: false,
  }));
  const values: GetStartedValues = {
    ...typed,
    phone: typed.phone ?? (detected === null ? '' : nationalDigits(detected)),
  };
  const [keyOfCreation] = useState(keyKeeper);
  // They load while the number is typed: the dialog itself opens without them.
  useEffect(() => void loadSignIn().catch(() => undefined), []);

  function change(changed: Partial<GetStartedValues>) {
    setTyped((before) => ({ ...before, ...changed }));
    const fields = Object.keys(changed) as (keyof GetStartedValues)[];
    setErrors((before) => {
      const left = { ...before };
      for (const field of fields) delete left[field];
      return left;
    });
    // Another number may belong to somebody.
    if (changed.phone !== undefined && step === 'new') backToPhone();
  }

  function backToPhone() {
    forgetBegun();
    turn.end();
    setBusy(false);
    setPending(null);
    setProof(null);
    setStep('phone');
  }

  /** Runs the calls, then what was found decides; a dialog that was closed wants neither. */
  async function attempt(
    phone: string,
    find: (calls: Calls) => Promise<Found>,
    { event = null, onError = showFailure }: Attempt = {},
  ) {
    if (isBusy) return;
    const isCurrent = turn.take();
    setBusy(true);
    try {
      const calls = await loadSignIn();
      const found = await find(calls);
      if (!isCurrent()) return;
      if (found.is === 'challenged') awaitCode(pendingCode(found.challenge, phone));
      else if (found.is === 'unknown') askNewPlayer(phone, found.proof);
      else if (await calls.enter(found.signedIn, event, isCurrent)) {
        navigate(paths.home, { replace: true });
      } else if (isCurrent()) toastError(NO_SESSION);
    } catch (error) {
      if (isCurrent()) onError(error);
    } finally {
      if (isCurrent()) setBusy(false);
    }
  }

  function awaitCode(code: PendingCode) {
    keepBegun({ ...plain(code.phone), pending: code }, Date.now());
    setPending(code);
  }

  function askNewPlayer(phone: string, newProof: string | null) {
    keepBegun({ ...plain(phone), isNew: true, proof: newProof }, Date.now());
    setPending(null);
    setProof(newProof);
    setStep('new');
  }

  async function submit() {
    const reading = readTypedPhone(values.phone);
    if ('message' in reading) return setErrors({ phone: reading.message });
    const faults = step === 'new' ? newPlayerFaults(values) : {};
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    const { phone } = reading;
    if (step === 'new') await attempt(phone, ({ signUp }) => signUp(...creationOf(phone)));
    else await attempt(phone, ({ lookUp }) => lookUp(phone), { event: 'SMS Login' });
  }

  const byCode: Attempt = { event: 'SMS Login', onError: showCodeFailure };

  async function submitCode(code: string) {
    if (!pending) return;
    setCodeError(null);
    const { id, phone } = pending;
    await attempt(phone, ({ answerChallenge }) => answerChallenge(id, code), byCode);
  }

  /** Another code is asked for by looking the number up again. */
  async function resend() {
    if (!pending) return;
    setCodeError(null);
    const { phone } = pending;
    await attempt(
      phone,
      async ({ lookUp }) => {
        const found = await lookUp(phone);
        if (found.is === 'challenged') toastInfo('A new code is on its way');
        return found;
      },
      byCode,
    );
  }

  /** A second press after a dropped reply creates nobody twice. */
  function creationOf(phone: string): [NewUser, string] {
    const { platform } = plain(phone);
    const name = readUsername(values.username) ?? '';
    const account = { name, email: values.email.trim(), phone, platform } as const;
    return [{ ...account, ...(proof && { proof }) }, keyOfCreation(account)];
  }

  /** A number of which nothing is known yet, but who told it. */
  function plain(phone: string): BegunSignUp {
    const isTold = phone === detected || (begun?.platform === 'network' && phone === begun.phone);
    const platform = isTold ? 'network' : 'rave';
    return { phone, platform, isNew: false, isRegistered: false, proof: null, pending: null };
  }

  function showFailure(error: unknown) {
    // The proof of the number has run out: another look-up brings a new one.
    if (step === 'new' && isApiError(error, 'user/proof-needed')) {
      backToPhone();
      return setErrors({ phone: 'Press Enter again to confirm your number' });
    }
    if (isApiError(error, 'user/exists')) {
      backToPhone();
      return setErrors({ phone: 'This number has an account. Press Enter to sign in' });
    }
    const field = fieldOfCode(error);
    if (field && error instanceof Error) setErrors({ [field]: error.message });
    else toastError(failureText(error));
  }

  function showCodeFailure(error: unknown) {
    const isRefusal = isApiError(error) && error.status < 500 && error.code !== 'reply/unreadable';
    if (isRefusal) setCodeError(error.message);
    else toastError(failureText(error));
  }

  const isRegistered = begun?.isRegistered === true && values.phone === nationalDigits(begun.phone);
  return {
    ...{ step, values, errors, isBusy, pending, codeError, isRegistered },
    ...{ change, submit, submitCode, resend, backToPhone },
  };
}

function failureText(error: unknown): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  return error instanceof Error ? error.message : 'An error occurred';
}
