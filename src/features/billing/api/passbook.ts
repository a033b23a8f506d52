import type { QueryClient } from '@tanstack/react-query';
import { getPassbook } from '../../../contract/endpoints/payments.ts';
import type { Claim, PassbookRow } from '../../../contract/payments.ts';
import { keepCopy, savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';
import { billingKey } from './billing-key.ts';

export type Passbook = {
  /** The newest first, as far back as was asked for. */
  rows: PassbookRow[];
  /** What the older ones are asked for with; `null` at the end. */
  next: string | null;
  /** Coins that came in and went out this month. */
  month: { in: number; out: number };
  /** What is owed of payments that were taken back; a copy of an older version lacks it. */
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
  // More has moved than one reply holds: what lies between is asked for again.
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
  // The rows above are no fresher for it: their age stays.
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
