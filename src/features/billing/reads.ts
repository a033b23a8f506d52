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

/** The keys of all of a player's reads of this page begin with it. */
export const billingKey = (playerId: string) => [playerId, 'billing'] as const;

/** The names of the categories, by id; those that are no longer played too. */
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
  /** The newest first, as far back as was asked for. */
  rows: PassbookRow[];
  /** The key to ask for the older ones; `null` at the end. */
  next: string | null;
  /** Coins that came in and went out this month. */
  month: { in: number; out: number };
  /** The debts of payments that were taken back; a copy of an older version lacks them. */
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

/** The newest rows and those that the phone has below them: older rows never change. */
export function joined(newest: Passbook, kept: Passbook | undefined): Passbook {
  const oldest = newest.rows.at(-1);
  const at = kept?.rows.findIndex(({ id }) => id === oldest?.id) ?? -1;
  // More has moved than one reply holds: the rows between are asked for again.
  if (!kept || at < 0) return newest;
  return { ...newest, rows: [...newest.rows, ...kept.rows.slice(at + 1)], next: kept.next };
}

/** Asks for the rows below those that are shown, and keeps them with these on the phone. */
export async function readOlder(client: QueryClient, playerId: string): Promise<Passbook | null> {
  const queryKey = passbookKey(playerId);
  const shown = client.getQueryState<Passbook>(queryKey);
  const before = shown?.data?.next;
  if (!before) return shown?.data ?? null;
  const { data: older } = await playerCall(getPassbook, { query: { before } });
  // The rows above were not read again, so they keep their age.
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
  /** The plan that runs, `null` for none; an API that does not say leaves it out. */
  plan?: RunningPlan | null;
  /** The player's spending limits; an API without them leaves it out. */
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

/** Ends the plan's renewal; gives the player as that leaves them (subscription.md#cancelling). */
export async function cancelPlan(key: string) {
  const { data, meta } = await playerCall(patchCancel, { key });
  return { user: data.user, token: meta?.token ?? null };
}

export type SavedRead<Data> = ShownRead & {
  data: Data | undefined;
  /** It could not be read anew; a copy may be shown. */
  hasFailed: boolean;
};

/** A read whose failure shows the saved copy, and says `failure` (billing.md#billing-tabs). */
export function useSavedRead<Data>(read: UseQueryResult<Data>, failure: string): SavedRead<Data> {
  const isReachable = useReachable();
  const { data, failureCount, isError } = read;
  // Without a line, as far as is known, the player need not wait for the next tries to learn so.
  const isInVain = failureCount > 0 && !isReachable;
  const hasFailed = isError || isInVain;
  useEffect(() => {
    if (hasFailed) toastError(failure);
  }, [hasFailed, failure]);
  return { ...shownRead(read), data, hasFailed };
}
