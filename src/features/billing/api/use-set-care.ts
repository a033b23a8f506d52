import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../../components/toast.ts';
import type { Care } from '../../../contract/care.ts';
import { putLimit } from '../../../contract/endpoints/payments.ts';
import { isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { keepCopy } from '../../../offline/query-persister.ts';
import type { BreakDays } from '../../../rules/care.ts';
import { playerCall } from '../../../session/player-call.ts';
import { isSignedInAs } from '../../../session/session.ts';
import { type Payments, paymentsQuery } from './payments.ts';

/** Another limit in naira, `null` for none, or a break. */
type Wish = { body: { weeklyNaira: number | null } | { breakDays: BreakDays }; key: string };

/** Changes limit or break; `onDone` with what stands then (flows.md#care). */
export function useSetCare(playerId: string, onDone: (care: Care) => void) {
  const client = useQueryClient();
  const { queryKey } = paymentsQuery(playerId);
  return useMutation({
    mutationFn: async ({ body, key }: Wish) => (await playerCall(putLimit, { body, key })).data,
    onSuccess: (care) => {
      // Signed out meanwhile, in another tab: nothing personal stays behind (flows.md#logout).
      if (!isSignedInAs(playerId)) return;
      client.setQueryData<Payments>(queryKey, (shown) => shown && { ...shown, care });
      keepCopy(client, queryKey);
      onDone(care);
    },
    onError: (error) => {
      toastError(isNetworkError(error) ? NO_NETWORK_MESSAGE : 'Unable to change this');
      // A change whose answer was lost may have been made: the server tells.
      void client.invalidateQueries({ queryKey });
    },
  });
}
