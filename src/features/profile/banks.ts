import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  type BankAccount,
  getAccountName,
  getBankAccount,
  getBankList,
  type NewBankAccount,
  postBankAccount,
} from '../../contract/banks.ts';
import { type Challenge, noMetaSchema, type User } from '../../contract/user.ts';
import { isApiError } from '../../lib/errors.ts';
import { keepCopy, savedQuery } from '../../offline/query-persister.ts';
import { playerCall } from '../../session/player-call.ts';
import { isSignedInAs, refreshPlayer } from '../../session/session.ts';

/** The player's bank account; `null` if they have none. */
export const bankAccountQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'bank-account'],
    queryFn: async ({ signal }): Promise<BankAccount | null> => {
      const { data } = await playerCall(getBankAccount, { signal });
      return data.bank && masked(data.bank);
    },
  });

/**
 * These reads do not wait until the phone is online. They fail, and the dialog offers to try again.
 */
const asked = { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY } as const;

export const bankListQuery = (playerId: string) =>
  queryOptions({
    ...asked,
    queryKey: [playerId, 'bank-list'],
    queryFn: async ({ signal }) => {
      const { data } = await playerCall(getBankList, { signal });
      return [...data].sort((one, other) => one.name.localeCompare(other.name));
    },
  });

/** The name of an account's owner, as the bank gives it. */
export const accountNameQuery = (playerId: string, code: string, number: string) =>
  queryOptions({
    ...asked,
    queryKey: [playerId, 'account-name', code, number],
    queryFn: async ({ signal }) => {
      const query = { account_number: number, bank_code: code };
      const { data } = await playerCall(getAccountName, { query, signal });
      return data.account_name;
    },
  });

type Added = { is: 'added'; bank: BankAccount | null };

/** Saves the account, once for a key. A change may need a code first. Throws ApiError, NetworkError. */
export async function addBankAccount(
  body: NewBankAccount,
  key: string,
): Promise<Added | { is: 'challenged'; challenge: Challenge }> {
  try {
    const { data } = await playerCall(postBankAccount, { body, key });
    return { is: 'added', bank: data.bank && masked(data.bank) };
  } catch (error) {
    if (!isApiError(error, 'user/challenge')) throw error;
    const meta = v.safeParse(noMetaSchema, error.meta);
    const challenge = meta.success ? meta.output.challenge : null;
    if (!challenge) throw error;
    return { is: 'challenged', challenge };
  }
}

/** Shows the added account wherever accounts are shown, and saves its copy on the phone. */
export function takeOver(client: QueryClient, player: User, { bank }: Added): void {
  // If the player signed out in another tab meanwhile, nothing personal is stored (account.md#logout).
  if (!isSignedInAs(player.id)) return;
  refreshPlayer({ ...player, hasBank: true }, null);
  const { queryKey } = bankAccountQuery(player.id);
  if (bank === null) void client.invalidateQueries({ queryKey });
  else {
    client.setQueryData(queryKey, bank);
    keepCopy(client, queryKey);
  }
}

/** Cuts an account number to its last digits, because some APIs give the whole number. */
function masked(bank: BankAccount): BankAccount {
  return { ...bank, acctNumber: bank.acctNumber.slice(-3) };
}
