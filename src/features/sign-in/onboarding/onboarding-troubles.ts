import { isApiError, isNetworkError, isPassing } from '../../../lib/errors.ts';

/** What went wrong at the onboarding, in plain words. */
export type Trouble = { title: string; help: string; isWarning?: boolean };

const NOT_TWICE = 'You are not charged twice.';

/** Why a number could not be looked up. */
export function lookUpTrouble(error: unknown): Trouble {
  if (isNetworkError(error)) {
    return { title: 'No network', help: 'Check your connection and try again.' };
  }
  return { title: 'You could not be signed in', help: messageOf(error) };
}

/** Why the operator did not take the subscription. */
export function subscriptionTrouble(error: unknown): Trouble {
  if (isNetworkError(error)) {
    return { title: 'No network', help: `Check your connection and try again. ${NOT_TWICE}` };
  }
  if (isStillCharging(error)) {
    const title = 'Your operator is still working on it';
    return { title, help: `Try again in a minute. ${NOT_TWICE}`, isWarning: true };
  }
  if (isApiError(error, 'subscription/refused')) {
    return { title: error.message, help: 'Top up your airtime and try again.' };
  }
  if (isPassing(error) || isApiError(error, 'reply/unreadable')) {
    return { title: 'Your operator does not answer', help: `Try again. ${NOT_TWICE}` };
  }
  const isUnsigned = isApiError(error) && (error.status === 401 || error.status === 403);
  const help = isUnsigned ? 'Sign up first, then subscribe.' : messageOf(error);
  return { title: 'You could not be subscribed', help };
}

/** Whether a charge has no known end yet: the same one is asked for again, never another. */
export function isUndecided(error: unknown): boolean {
  return isPassing(error) || isStillCharging(error) || isApiError(error, 'reply/unreadable');
}

function isStillCharging(error: unknown): boolean {
  return isApiError(error, 'subscription/pending') || isApiError(error, 'subscription/running');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Please try again.';
}
