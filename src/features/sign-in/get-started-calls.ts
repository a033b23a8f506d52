import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { cleanPhone } from '../../components/field.tsx';
import { toastError, toastInfo } from '../../components/toast.ts';
import { challengeSchema } from '../../contract/user.ts';
import { isApiError, isNetworkError, messageOf, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { nationalDigits, readTypedPhone } from '../../rules/phone.ts';
import {
  ADULT_AGE_YEARS,
  EMAIL_FAULT,
  isEmail,
  joinedEmojiFault,
  readUsername,
  USERNAME_MAX,
} from '../../rules/players.ts';
import { makeUsername } from '../../rules/usernames.ts';
import { type BegunSignUp, readBegun, useBegun } from './begun.ts';
import type { GetStartedErrors, GetStartedValues } from './get-started-form.tsx';
import { codeOfChallenge, type Failure, startSignIn, useSignIn } from './machine.ts';
import { detectedPhoneAtom, readLinkPhone } from './phone.ts';

/** The state of 'Get started'. `typedEarly` is the number from the document's own form. */
export function useGetStarted(typedEarly = '') {
  const { state: handedOff } = useLocation();
  const [begun] = useState(() => readHandOff(handedOff, Date.now()) ?? readBegun(Date.now()));
  const { state, isBusy, send } = useSignIn(() => startSignIn('dialog', begun));
  const platformOf = useBegun(state, begun);
  const detected = useAtomValue(detectedPhoneAtom);
  const [errors, setErrors] = useState<GetStartedErrors>({});
  const [typed, setTyped] = useState(() => ({
    // A number that was typed stays, even if the field is then emptied. Only an untouched field is filled
    // in.
    phone: begun ? nationalDigits(begun.phone) : cleanPhone(typedEarly) || null,
    email: '',
    username: makeUsername(Math.random),
    isAdult: false,
  }));
  const values: GetStartedValues = {
    ...typed,
    phone: typed.phone ?? (detected === null ? '' : nationalDigits(detected)),
  };
  const { step, form } = state;

  useEffect(() => {
    if (step.is === 'code' && step.isResent) toastInfo('A new code is on its way');
    const failure = step.is === 'number' ? step.stop?.failure : 'failure' in step && step.failure;
    if (!failure || (step.is === 'code' && codeFault(failure))) return;
    const fault = step.is !== 'code' && fieldFault(failure);
    if (fault) setErrors(fault);
    else toastError(failureText(failure));
  }, [step]);

  function change(changed: Partial<GetStartedValues>) {
    setTyped((before) => ({ ...before, ...changed }));
    const fields = Object.keys(changed) as (keyof GetStartedValues)[];
    setErrors((before) => {
      const left = { ...before };
      for (const field of fields) delete left[field];
      return left;
    });
    // The changed number may belong to another player.
    if (changed.phone !== undefined) send({ is: 'number-changed' });
  }

  function submit() {
    const reading = readTypedPhone(values.phone);
    if ('message' in reading) return setErrors({ phone: reading.message });
    const { phone } = reading;
    const faults = form.is === 'details' ? newPlayerFaults(values) : {};
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    if (form.is !== 'details') return send({ is: 'number-entered', phone });
    const name = readUsername(values.username) ?? '';
    const account = { name, email: values.email.trim(), platform: platformOf(phone) };
    send({ is: 'details-entered', creation: { account, key: newKey() } });
  }

  return {
    ...{ form, values, errors, isBusy, send, change, submit },
    codeError: step.is === 'code' && step.failure ? codeFault(step.failure) : null,
    isRegistered: begun?.isRegistered === true && values.phone === nationalDigits(begun.phone),
  };
}

const FIELD_OF_CODE: Readonly<Record<string, keyof GetStartedValues>> = {
  'phone/invalid': 'phone',
  'user/proof-needed': 'phone',
  'email/invalid': 'email',
  'username/invalid': 'username',
};

/** The field that a failure belongs to, with the words for it; `null` if it belongs to no field. */
function fieldFault({ at, error }: Failure): GetStartedErrors | null {
  if (at === 'creation' && isApiError(error, 'user/proof-needed')) {
    return { phone: 'Press Enter again to confirm your number' };
  }
  if (isApiError(error, 'user/exists')) {
    return { phone: 'This number has an account. Press Enter to sign in' };
  }
  const field = isApiError(error) ? FIELD_OF_CODE[error.code] : undefined;
  return field && isApiError(error) ? { [field]: error.message } : null;
}

/** The words for a code that the server refuses; `null` if the failure is not the code's fault. */
function codeFault({ error }: Failure): string | null {
  const isRefusal = isApiError(error) && error.status < 500 && error.code !== 'reply/unreadable';
  return isRefusal ? error.message : null;
}

/** The words for a failure that belongs to no field. */
function failureText({ at, error }: Failure): string {
  if (at === 'session') {
    return 'Your account is there, but you could not be signed in. Please try again.';
  }
  return isNetworkError(error) ? NO_NETWORK_MESSAGE : messageOf(error);
}

function newPlayerFaults({ email, username, isAdult }: GetStartedValues): GetStartedErrors {
  return {
    ...(!isEmail(email) && { email: EMAIL_FAULT }),
    ...(!readUsername(username) && {
      username: joinedEmojiFault(username) ?? `Enter a username of 1 to ${USERNAME_MAX} letters`,
    }),
    ...(!isAdult && { isAdult: `Confirm that you are ${ADULT_AGE_YEARS} or older` }),
  };
}

/** What the visitor did in the form that the document itself shows until this code has loaded (ADR-0009). */
type EarlyForm = { typed: string; isEntered: boolean; isClosed: boolean };

const find = () => document.getElementById('early-form');

/** Reads the document's own form; `null` if the app's own form was shown first. */
export function readEarlyForm(): EarlyForm | null {
  const form = find();
  if (!form) return null;
  const typed = form.querySelector('input')?.value ?? '';
  return { typed, isEntered: 'entered' in form.dataset, isClosed: form.hidden !== false };
}

export function removeEarlyForm(): void {
  find()?.remove();
}

/** The navigation state that another page hands to the landing (pages.md#landing). */
const handOffSchema = v.object({
  /** Whether the number was subscribed, but has no account yet. */
  registered: v.optional(v.boolean(), false),
  phoneNumber: v.pipe(v.string(), v.transform(readLinkPhone), v.string()),
  /** `network` if the operator gave the number (sign-in.md#platform). */
  platform: v.optional(v.picklist(['network', 'rave']), 'rave'),
  proof: v.optional(v.nullable(v.string()), null),
  /** The code that was sent already. */
  challenge: v.optional(v.nullable(challengeSchema), null),
});

type HandOff = v.InferOutput<typeof handOffSchema>;

/** Reads a navigation state as a begun sign-in; `null` if the state is not ours. `now` in milliseconds. */
function readHandOff(state: unknown, now: number): BegunSignUp | null {
  const read = v.safeParse(handOffSchema, state);
  return read.success ? begunBy(read.output, now) : null;
}

function begunBy(handedOff: HandOff, now: number): BegunSignUp {
  const { phoneNumber: phone, registered, platform, proof, challenge } = handedOff;
  const pending = challenge ? codeOfChallenge(challenge, phone, now) : null;
  const isNew = registered && !pending;
  return { phone, isNew, isRegistered: registered, platform, proof, pending };
}
