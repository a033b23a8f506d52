import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { cleanPhone } from '../../../components/phone-field.tsx';
import { toastError, toastInfo } from '../../../components/toast.ts';
import { newKey } from '../../../lib/new-key.ts';
import { nationalDigits, readTypedPhone } from '../../../rules/phone.ts';
import { readUsername } from '../../../rules/players.ts';
import { makeUsername } from '../../../rules/usernames.ts';
import { detectedPhoneAtom } from '../api/detected-phone.ts';
import { readBegun } from '../begun-sign-up.ts';
import { readHandOff } from '../hand-off.ts';
import { startSignIn } from '../sign-in-state.ts';
import { useBegun } from '../use-begun.ts';
import { useSignIn } from '../use-sign-in.ts';
import { codeFault, failureText, fieldFault, newPlayerFaults } from './get-started-faults.ts';
import type { GetStartedErrors, GetStartedValues } from './get-started-form.tsx';

/** `typed` is what the document's own form has of the number. */
export function useGetStarted(typedEarly = '') {
  const { state: handedOff } = useLocation();
  const [begun] = useState(() => readHandOff(handedOff, Date.now()) ?? readBegun(Date.now()));
  const { state, isBusy, send } = useSignIn(() => startSignIn('dialog', begun));
  const platformOf = useBegun(state, begun);
  const detected = useAtomValue(detectedPhoneAtom);
  const [errors, setErrors] = useState<GetStartedErrors>({});
  const [typed, setTyped] = useState(() => ({
    // What was typed stays, even where it is empty again: only an untouched field is filled in.
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
    // Another number may belong to somebody.
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
