import { useEffect, useRef, useState } from 'react';
import { toastError } from '../../components/toast.ts';
import type { NewUser } from '../../contract/user.ts';
import { isApiError, isNetworkError, NetworkError } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { readTypedPhone } from '../../rules/phone.ts';
import { isEmail, readUsername } from '../../rules/players.ts';
import { makeUsername } from '../../rules/usernames.ts';
import { keepPlayer } from '../../session/session.ts';
import type { SignedIn } from '../../session/sign-in.ts';
import {
  type GetStartedErrors,
  GetStartedForm,
  type GetStartedValues,
} from './get-started-form.tsx';

/** The calls load while the number is typed: the dialog itself opens without them. */
const loadCalls = () =>
  import('../../session/sign-in.ts').catch((cause) => {
    throw new NetworkError({ cause });
  });

type Props = { onClose: () => void };

/** Sign-up and login in one (accounts §2 and §4): the number first, then what a new player adds. */
export function GetStartedDialog({ onClose }: Props) {
  const [step, setStep] = useState<'phone' | 'new'>('phone');
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<GetStartedErrors>({});
  const [values, setValues] = useState<GetStartedValues>(() => ({
    phone: '',
    email: '',
    username: makeUsername(Math.random),
    isAdult: false,
  }));
  const creation = useRef({ payload: '', key: '' });
  useEffect(() => void loadCalls().catch(() => undefined), []);

  function change(changed: Partial<GetStartedValues>) {
    setValues((before) => ({ ...before, ...changed }));
    const fields = Object.keys(changed) as (keyof GetStartedValues)[];
    setErrors((before) => {
      const left = { ...before };
      for (const field of fields) delete left[field];
      return left;
    });
    // Another number may belong to somebody.
    if (changed.phone !== undefined && step === 'new') setStep('phone');
  }

  async function submit() {
    if (isBusy) return;
    const reading = readTypedPhone(values.phone);
    if ('message' in reading) return setErrors({ phone: reading.message });
    const faults = step === 'new' ? newPlayerFaults(values) : {};
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;

    setBusy(true);
    try {
      const calls = await loadCalls();
      const found = await (step === 'new'
        ? calls.signUp(...creationOf(reading.phone))
        : calls.lookUp(reading.phone));
      if (found) enter(await calls.withSubscription(found));
      else setStep('new');
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  /** The same payload keeps its key: a second press after a dropped reply creates nobody twice. */
  function creationOf(phone: string): [NewUser, string] {
    const name = readUsername(values.username) ?? '';
    const newUser = { name, email: values.email.trim(), phone, platform: 'rave' as const };
    const payload = JSON.stringify(newUser);
    if (creation.current.payload !== payload) {
      creation.current = { payload, key: newKey() };
    }
    return [newUser, creation.current.key];
  }

  /** The guard of the public pages then leads to the dashboard. */
  function enter({ user, token }: SignedIn) {
    if (token) keepPlayer(user, token);
    else toastError('Your account is there, but you could not be signed in. Please try again.');
  }

  function showFailure(error: unknown) {
    const field = isApiError(error) ? FIELD_OF_CODE[error.code] : undefined;
    if (isApiError(error) && field) setErrors({ [field]: error.message });
    else if (isApiError(error, 'user/exists')) setStep('phone');
    else if (isNetworkError(error)) toastError('No network. Check your connection and try again.');
    else toastError(error instanceof Error ? error.message : 'An error occurred');
  }

  return (
    <GetStartedForm
      step={step}
      values={values}
      errors={errors}
      busy={isBusy}
      onChange={change}
      onSubmit={() => void submit()}
      onClose={onClose}
      onReroll={() => change({ username: makeUsername(Math.random) })}
    />
  );
}

/** Which field a server's refusal belongs to. */
const FIELD_OF_CODE: Readonly<Record<string, keyof GetStartedValues>> = {
  'phone/invalid': 'phone',
  'email/invalid': 'email',
  'username/invalid': 'username',
};

function newPlayerFaults({ email, username, isAdult }: GetStartedValues): GetStartedErrors {
  return {
    ...(!isEmail(email) && { email: 'Enter an email like ada@example.com' }),
    ...(!readUsername(username) && { username: 'Enter a username of 1 to 10 letters' }),
    ...(!isAdult && { isAdult: 'Confirm that you are 18 or older' }),
  };
}
