import { isApiError } from '../../../lib/errors.ts';
import { EMAIL_FAULT, isEmail, readUsername } from '../../../rules/players.ts';
import type { GetStartedErrors, GetStartedValues } from './get-started-form.tsx';

/** Which field a server's refusal belongs to. */
const FIELD_OF_CODE: Readonly<Record<string, keyof GetStartedValues>> = {
  'phone/invalid': 'phone',
  'user/proof-needed': 'phone',
  'email/invalid': 'email',
  'username/invalid': 'username',
};

/** The field that a failed call complains about, if it is one. */
export function fieldOfCode(error: unknown): keyof GetStartedValues | undefined {
  return isApiError(error) ? FIELD_OF_CODE[error.code] : undefined;
}

/** What a new player has not filled in rightly. */
export function newPlayerFaults({ email, username, isAdult }: GetStartedValues): GetStartedErrors {
  return {
    ...(!isEmail(email) && { email: EMAIL_FAULT }),
    ...(!readUsername(username) && { username: 'Enter a username of 1 to 10 letters' }),
    ...(!isAdult && { isAdult: 'Confirm that you are 18 or older' }),
  };
}
