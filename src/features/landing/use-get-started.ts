import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { toastError, toastInfo } from '../../components/toast.ts';
import type { NewUser } from '../../contract/user.ts';
import { isApiError, isNetworkError, NetworkError } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { readTypedPhone } from '../../rules/phone.ts';
import { readUsername } from '../../rules/players.ts';
import { makeUsername } from '../../rules/usernames.ts';
import { detectedPhoneAtom } from '../../session/detected-phone.ts';
import { nationalDigits, readHandedOver } from '../../session/handed-over.ts';
import { pendingCode } from '../../session/pending-code.ts';
import type { Found } from '../../session/sign-in.ts';
import { fieldOfCode, newPlayerFaults } from './get-started-faults.ts';
import type { GetStartedErrors, GetStartedValues } from './get-started-form.tsx';

/** The calls load while the number is typed: the dialog itself opens without them. */
const loadCalls = () =>
  import('../../session/sign-in.ts').catch((cause) => {
    throw new NetworkError({ cause });
  });

const NO_SESSION = 'Your account is there, but you could not be signed in. Please try again.';

type Calls = Awaited<ReturnType<typeof loadCalls>>;

/** Sign-up and login in one (accounts §4): number, code where one is due, what a new player adds. */
export function useGetStarted() {
  const handed = readHandedOver(useLocation().state);
  const detected = useAtomValue(detectedPhoneAtom);
  const [step, setStep] = useState<'phone' | 'new'>(handed?.registered ? 'new' : 'phone');
  const [pending, setPending] = useState(() =>
    handed?.challenge ? pendingCode(handed.challenge, handed.phoneNumber) : null,
  );
  const [proof, setProof] = useState(handed?.proof ?? null);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<GetStartedErrors>({});
  const [codeError, setCodeError] = useState<string | null>(null);
  const [typed, setTyped] = useState(() => ({
    // What was typed stays, even where it is empty again: only an untouched field is filled in.
    phone: handed ? nationalDigits(handed.phoneNumber) : null,
    email: '',
    username: makeUsername(Math.random),
    isAdult: false,
  }));
  const values: GetStartedValues = {
    ...typed,
    phone: typed.phone ?? (detected === null ? '' : nationalDigits(detected)),
  };
  const creation = useRef({ payload: '', key: '' });
  useEffect(() => void loadCalls().catch(() => undefined), []);

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
    setPending(null);
    setProof(null);
    setStep('phone');
  }

  async function attempt(work: (calls: Calls) => Promise<void>, onError = showFailure) {
    if (isBusy) return;
    setBusy(true);
    try {
      await work(await loadCalls());
    } catch (error) {
      onError(error);
    } finally {
      setBusy(false);
    }
  }

  async function submit() {
    const reading = readTypedPhone(values.phone);
    if ('message' in reading) return setErrors({ phone: reading.message });
    const faults = step === 'new' ? newPlayerFaults(values) : {};
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    const { phone } = reading;
    await attempt(async (calls) => {
      if (step === 'new') await settle(calls, phone, await calls.signUp(...creationOf(phone)));
      else await settle(calls, phone, await calls.lookUp(phone), 'SMS Login');
    });
  }

  async function submitCode(code: string) {
    if (!pending) return;
    setCodeError(null);
    await attempt(async (calls) => {
      const found = await calls.answerChallenge(pending.id, code);
      await settle(calls, pending.phone, found, 'SMS Login');
    }, showCodeFailure);
  }

  /** Another code is asked for by looking the number up again. */
  async function resend() {
    if (!pending) return;
    setCodeError(null);
    await attempt(async (calls) => {
      const found = await calls.lookUp(pending.phone);
      if (found.is === 'challenged') toastInfo('A new code is on its way');
      await settle(calls, pending.phone, found, 'SMS Login');
    }, showCodeFailure);
  }

  async function settle(calls: Calls, phone: string, found: Found, event?: 'SMS Login') {
    if (found.is === 'challenged') return setPending(pendingCode(found.challenge, phone));
    if (found.is === 'player') {
      // The guard of the public pages then leads to the dashboard.
      if (!(await calls.enter(found.signedIn, event ?? null))) toastError(NO_SESSION);
      return;
    }
    setPending(null);
    setProof(found.proof);
    setStep('new');
  }

  /** The same payload keeps its key: a second press after a dropped reply creates nobody twice. */
  function creationOf(phone: string): [NewUser, string] {
    const platform = phone === detected ? 'network' : 'rave';
    const name = readUsername(values.username) ?? '';
    const account = { name, email: values.email.trim(), phone, platform } as const;
    const newUser = { ...account, ...(proof && { proof }) };
    const payload = JSON.stringify(account);
    if (creation.current.payload !== payload) creation.current = { payload, key: newKey() };
    return [newUser, creation.current.key];
  }

  function showFailure(error: unknown) {
    // The proof of the number has run out: another look-up brings a new one.
    if (step === 'new' && isApiError(error, 'user/proof-needed')) {
      backToPhone();
      return setErrors({ phone: 'Press Enter again to confirm your number' });
    }
    const field = fieldOfCode(error);
    if (field && error instanceof Error) setErrors({ [field]: error.message });
    else if (isApiError(error, 'user/exists')) setStep('phone');
    else toastError(failureText(error));
  }

  function showCodeFailure(error: unknown) {
    const isRefusal = isApiError(error) && error.status < 500 && error.code !== 'reply/unreadable';
    if (isRefusal) setCodeError(error.message);
    else toastError(failureText(error));
  }

  const isRegistered = handed?.registered === true;
  return {
    ...{ step, values, errors, isBusy, pending, codeError, isRegistered },
    ...{ change, submit, submitCode, resend, backToPhone },
  };
}

function failureText(error: unknown): string {
  if (isNetworkError(error)) return 'No network. Check your connection and try again.';
  return error instanceof Error ? error.message : 'An error occurred';
}
