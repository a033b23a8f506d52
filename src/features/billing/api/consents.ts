import { getConsents } from '../../../contract/endpoints/payments.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';
import { billingKey } from './billing-key.ts';

export const consentsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [...billingKey(playerId), 'consents'],
    queryFn: async ({ signal }) => (await playerCall(getConsents, { signal })).data,
  });
