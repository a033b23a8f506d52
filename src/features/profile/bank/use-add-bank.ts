import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toastSuccess } from '../../../components/toast.ts';
import { env } from '../../../config/env.ts';
import type { Bank } from '../../../contract/banks.ts';
import type { User } from '../../../contract/user.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { keyKeeper } from '../../../lib/key-keeper.ts';
import { accountNameQuery, addBankAccount, takeOver } from '../api/banks.ts';

/** The account as the player filled it in and was shown it. */
export type Wanted = { bank: Bank; number: string; name: string };

/** A code that was sent, and from when on another one can be, in epoch milliseconds. */
export type DueCode = { id: string; resendAt: number };

/** What failed, in words for the player. */
export type BankTrouble = { is: 'taken' | 'proof-needed' | 'other'; message: string };

/** Adds or changes the player's account; a change may ask for a code (flows.md#bank-account). */
export function useAddBank(player: User, onAdded: () => void) {
  const client = useQueryClient();
  // The same account and code keep their key: sent again they count once.
  const keyOf = useRef(keyKeeper());
  const [due, setDue] = useState<DueCode | null>(null);
  const add = useMutation({
    mutationFn: ({ wanted, code }: { wanted: Wanted; code?: string }) => {
      const { bank, number, name } = wanted;
      const proof = due && code !== undefined && { challenge: due.id, code };
      const ours = env.hasAdditions && { bankCode: bank.code };
      const body = { bankName: bank.name, ...ours, acctNumber: number, acctName: name, ...proof };
      return addBankAccount(body, keyOf.current(body));
    },
    onSuccess: (answer) => {
      if (answer.is === 'challenged') {
        const { id, resendAfter } = answer.challenge;
        setDue({ id, resendAt: Date.now() + resendAfter * 1000 });
        return;
      }
      takeOver(client, player, answer);
      toastSuccess('Bank added successfully');
      onAdded();
    },
    onError: (error, { wanted: { bank, number } }) => {
      if (!isApiError(error, 'bank/other-name')) return;
      const { queryKey } = accountNameQuery(player.id, bank.code, number);
      void client.invalidateQueries({ queryKey });
    },
  });
  return {
    due,
    isPending: add.isPending,
    trouble: add.isPending || !add.error ? null : troubleOf(add.error),
    submit: (wanted: Wanted, code?: string) =>
      add.mutate(code === undefined ? { wanted } : { wanted, code }),
    /** Back to the form, as it was filled in. */
    reset: () => {
      setDue(null);
      add.reset();
    },
  };
}

const BY_LINK =
  "Open the game through your network's link. Then you have 15 minutes to add your account.";

function troubleOf(error: Error): BankTrouble {
  if (isApiError(error, 'bank/taken')) return { is: 'taken', message: error.message };
  if (isApiError(error, 'session/not-fresh')) return { is: 'proof-needed', message: BY_LINK };
  return { is: 'other', message: wordsOf(error) };
}

/** The server's own words where it gave a reason that the player can act on. */
export function wordsOf(error: Error): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  if (isApiError(error, 'bank/unresolved')) return 'Invalid acct details';
  const isTold =
    isApiError(error, 'bank/other-name') ||
    (isApiError(error) && (error.status === 429 || error.code.startsWith('challenge/')));
  return isTold ? error.message : 'Error, Please try again';
}
