import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toastError } from '../../components/toast.ts';
import type { Care } from '../../contract/care.ts';
import { getCategories } from '../../contract/categories.ts';
import {
  getConsents,
  getPassbook,
  getPayments,
  patchCancel,
} from '../../contract/endpoints/payments.ts';
import type { Claim, PassbookRow, Payment, RunningPlan } from '../../contract/payments.ts';
import { type ShownRead, shownRead } from '../../lib/shown-read.ts';
import { keepCopy, savedQuery } from '../../offline/query-persister.ts';
import { useReachable } from '../../offline/use-reachable.ts';
import { playerCall } from '../../session/player-call.ts';

/** The prefix of the query keys of all that this page reads for a player. */
export const billingKey = (playerId: string) => [playerId, 'billing'] as const;

/** The names of all categories by id, including those that are no longer played. */
export const categoryNamesQuery = savedQuery({
  queryKey: ['category-names'],
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const { data } = await playerCall(getCategories, { query: { page: '1', size: '100' }, signal });
    return Object.fromEntries(data.map(({ id, name }) => [id, name]));
  },
});

export const consentsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [...billingKey(playerId), 'consents'],
    queryFn: async ({ signal }) => (await playerCall(getConsents, { signal })).data,
  });

export type Passbook = {
  /** Newest first, as far back as the player has asked for. */
  rows: PassbookRow[];
  /** The key by which the server is asked for older rows; `null` if there are no older rows. */
  next: string | null;
  /** Coins that came in and went out this month. */
  month: { in: number; out: number };
  /** The debts from payments that were taken back. Copies saved by older versions of the app lack this. */
  claims?: Claim[];
};

const passbookKey = (playerId: string) => [...billingKey(playerId), 'passbook'] as const;

export const passbookQuery = (playerId: string) =>
  savedQuery({
    queryKey: passbookKey(playerId),
    queryFn: async ({ client, queryKey, signal }): Promise<Passbook> => {
      const { data } = await playerCall(getPassbook, { signal });
      return joined(data, client.getQueryData<Passbook>(queryKey));
    },
  });

/** Puts the newest rows above the older ones that the phone has, which never change. */
export function joined(newest: Passbook, kept: Passbook | undefined): Passbook {
  const oldest = newest.rows.at(-1);
  const at = kept?.rows.findIndex(({ id }) => id === oldest?.id) ?? -1;
  // The reply does not reach back to the kept rows. They are dropped, because rows between are missing.
  if (!kept || at < 0) return newest;
  return { ...newest, rows: [...newest.rows, ...kept.rows.slice(at + 1)], next: kept.next };
}

/** Asks for the rows that are older than the shown ones, and saves all of them on the phone. */
export async function readOlder(client: QueryClient, playerId: string): Promise<Passbook | null> {
  const queryKey = passbookKey(playerId);
  const shown = client.getQueryState<Passbook>(queryKey);
  const before = shown?.data?.next;
  if (!before) return shown?.data ?? null;
  const { data: older } = await playerCall(getPassbook, { query: { before } });
  // The newer rows were not read again, so the time of their reading stays.
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? shown.dataUpdatedAt;
  const book = client.setQueryData<Passbook>(
    queryKey,
    (now) =>
      now?.next === before ? { ...now, rows: [...now.rows, ...older.rows], next: older.next } : now,
    { updatedAt },
  );
  keepCopy(client, queryKey);
  return book ?? null;
}

export type Payments = {
  history: Payment[];
  /** The running plan, `null` if there is none. An API that does not say leaves it out. */
  plan?: RunningPlan | null;
  /** The player's spending limits. An API without limits leaves them out. */
  care?: Care;
};

export const paymentsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [...billingKey(playerId), 'payments'],
    queryFn: async ({ signal }): Promise<Payments> => {
      const { data, meta } = await playerCall(getPayments, { signal });
      return {
        history: data,
        ...(meta?.plan !== undefined && { plan: meta.plan }),
        ...(meta?.care && { care: meta.care }),
      };
    },
  });

/** Ends the plan's renewal, and gives the changed player (subscription.md#cancelling). */
export async function cancelPlan(key: string) {
  const { data, meta } = await playerCall(patchCancel, { key });
  return { user: data.user, token: meta?.token ?? null };
}

export type SavedRead<Data> = ShownRead & {
  data: Data | undefined;
  /** Whether the latest try to read failed. A saved copy may be shown all the same. */
  hasFailed: boolean;
};

/** If the read fails, shows the saved copy and says `failure` in a toast (billing.md#billing-tabs). */
export function useSavedRead<Data>(read: UseQueryResult<Data>, failure: string): SavedRead<Data> {
  const isReachable = useReachable();
  const { data, failureCount, isError } = read;
  // If the phone seems to be offline, the failure is reported at once and not after the retries.
  const isInVain = failureCount > 0 && !isReachable;
  const hasFailed = isError || isInVain;
  useEffect(() => {
    if (hasFailed) toastError(failure);
  }, [hasFailed, failure]);
  return { ...shownRead(read), data, hasFailed };
}
