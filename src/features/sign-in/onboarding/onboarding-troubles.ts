import {
  CHECK_CONNECTION,
  isApiError,
  isNetworkError,
  isStillCharging,
  isUndecided,
  messageOf,
  NO_NETWORK,
  NOT_TWICE,
} from '../../../lib/errors.ts';
import type { Failure } from '../sign-in-state.ts';

export type Trouble = { title: string; help: string; isWarning?: boolean };

/** What is wrong with the number itself; `null` for any other failure. */
export function numberFault({ at, error }: Failure): string | null {
  const isAboutNumber =
    isApiError(error, 'phone/invalid') || isApiError(error, 'user/proof-needed');
  return at === 'look-up' && isAboutNumber ? error.message : null;
}

export function troubleOf({ at, error }: Failure): Trouble {
  if (at === 'subscription') return subscriptionTrouble(error);
  if (isNetworkError(error)) return { title: NO_NETWORK, help: CHECK_CONNECTION };
  return { title: 'You could not be signed in', help: messageOf(error) };
}

function subscriptionTrouble(error: unknown): Trouble {
  if (isNetworkError(error)) {
    return { title: NO_NETWORK, help: `${CHECK_CONNECTION} ${NOT_TWICE}` };
  }
  if (isStillCharging(error)) {
    const title = 'Your operator is still working on it';
    return { title, help: `Try again in a minute. ${NOT_TWICE}`, isWarning: true };
  }
  if (isApiError(error, 'subscription/refused')) {
    return { title: error.message, help: 'Top up your airtime and try again.' };
  }
  if (isUndecided(error)) {
    return { title: 'Your operator does not answer', help: `Try again. ${NOT_TWICE}` };
  }
  if (isApiError(error, 'payment/mismatch')) {
    return { title: 'The price has changed', help: 'Nothing was charged. Look at the new price.' };
  }
  if (isApiError(error, 'route/unknown')) {
    const title = 'You cannot pay from airtime now';
    return { title, help: 'Nothing was charged. Go on, and choose another way to pay later.' };
  }
  const isUnsigned = isApiError(error) && (error.status === 401 || error.status === 403);
  const help = isUnsigned ? 'Sign up first, then subscribe.' : messageOf(error);
  return { title: 'You could not be subscribed', help };
}
