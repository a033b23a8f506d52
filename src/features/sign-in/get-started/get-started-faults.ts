import { isApiError, isNetworkError, messageOf, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import {
  ADULT_AGE_YEARS,
  EMAIL_FAULT,
  isEmail,
  joinedEmojiFault,
  readUsername,
  USERNAME_MAX,
} from '../../../rules/players.ts';
import type { Failure } from '../sign-in-state.ts';
import type { GetStartedErrors, GetStartedValues } from './get-started-form.tsx';

const FIELD_OF_CODE: Readonly<Record<string, keyof GetStartedValues>> = {
  'phone/invalid': 'phone',
  'user/proof-needed': 'phone',
  'email/invalid': 'email',
  'username/invalid': 'username',
};

/** The field that a failure belongs to, and what it says there; `null` where it is no field's. */
export function fieldFault({ at, error }: Failure): GetStartedErrors | null {
  if (at === 'creation' && isApiError(error, 'user/proof-needed')) {
    return { phone: 'Press Enter again to confirm your number' };
  }
  if (isApiError(error, 'user/exists')) {
    return { phone: 'This number has an account. Press Enter to sign in' };
  }
  const field = isApiError(error) ? FIELD_OF_CODE[error.code] : undefined;
  return field && isApiError(error) ? { [field]: error.message } : null;
}

/** What the server refuses of a code; `null` for what is not the code's fault. */
export function codeFault({ error }: Failure): string | null {
  const isRefusal = isApiError(error) && error.status < 500 && error.code !== 'reply/unreadable';
  return isRefusal ? error.message : null;
}

/** What is said of a failure that is no field's. */
export function failureText({ at, error }: Failure): string {
  if (at === 'session') {
    return 'Your account is there, but you could not be signed in. Please try again.';
  }
  return isNetworkError(error) ? NO_NETWORK_MESSAGE : messageOf(error);
}

export function newPlayerFaults({ email, username, isAdult }: GetStartedValues): GetStartedErrors {
  return {
    ...(!isEmail(email) && { email: EMAIL_FAULT }),
    ...(!readUsername(username) && {
      username: joinedEmojiFault(username) ?? `Enter a username of 1 to ${USERNAME_MAX} letters`,
    }),
    ...(!isAdult && { isAdult: `Confirm that you are ${ADULT_AGE_YEARS} or older` }),
  };
}
