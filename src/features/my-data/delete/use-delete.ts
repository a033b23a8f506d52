import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { keyKeeper } from '../../../lib/key-keeper.ts';
import { deleteAccount } from '../api/delete-account.ts';

/** A code that was sent, and from when on another one can be, in epoch milliseconds. */
type DueCode = { id: string; resendAt: number };

/** Deletes the account; a sign-in that is not fresh may ask for a code (flows.md#fresh-proof). */
export function useDelete(onDeleted: () => Promise<void>) {
  // One for all tries: after a lost reply the same call tells that it was done.
  const keyOf = useRef(keyKeeper());
  const [due, setDue] = useState<DueCode | null>(null);
  const remove = useMutation({
    mutationFn: (code: string | null) =>
      deleteAccount(due && code !== null ? { challenge: due.id, code } : null, keyOf.current),
    onSuccess: async (sent) => {
      if (sent === null) await onDeleted();
      else setDue({ id: sent.id, resendAt: Date.now() + sent.resendAfter * 1000 });
    },
  });
  return {
    due,
    isPending: remove.isPending,
    mustSignIn: isApiError(remove.error, 'session/not-fresh'),
    fault: remove.error ? faultOf(remove.error) : null,
    /** With the code that was sent, `null` before one was. */
    submit: (code: string | null) => remove.isPending || remove.mutate(code),
  };
}

function faultOf(error: unknown): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  if (isApiError(error, 'billing/unavailable')) {
    return 'Your network did not answer, so it could still charge you. Nothing was deleted. Please try again later.';
  }
  const isTold =
    isApiError(error, 'payout/on-its-way') ||
    (isApiError(error) && (error.status === 429 || error.code.startsWith('challenge/')));
  return isTold ? error.message : 'Unable to delete your account. Please try again.';
}
