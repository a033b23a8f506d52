import { queryOptions } from '@tanstack/react-query';
import { getSignIns } from '../../../contract/endpoints/my-data.ts';
import { playerCall } from '../../../session/player-call.ts';

export const signInsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [playerId, 'sign-ins'],
    queryFn: async ({ signal }) => (await playerCall(getSignIns, { signal })).data,
    networkMode: 'always',
  });
