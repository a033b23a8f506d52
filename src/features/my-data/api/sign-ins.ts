import { queryOptions } from '@tanstack/react-query';
import { deleteSignIns, getSignIns } from '../../../contract/endpoints/my-data.ts';
import { playerCall } from '../../../session/player-call.ts';

export const signInsQuery = (playerId: string) =>
  queryOptions({
    queryKey: [playerId, 'sign-ins'],
    queryFn: async ({ signal }) => (await playerCall(getSignIns, { signal })).data,
    networkMode: 'always',
  });

/** Ends every sign-in of the player but the one that asks. */
export const endOtherSignIns = () => playerCall(deleteSignIns, {});
