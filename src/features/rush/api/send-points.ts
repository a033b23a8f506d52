import { postRushPoints } from '../../../contract/endpoints/rush.ts';
import { playerCall } from '../../../session/player-call.ts';
import { refreshPlayer } from '../../../session/session.ts';

type Counted = { points: number; score: number };

/** Sends what the phone has counted of a run, once for its key; gives the points that it brings. */
export async function sendPoints(
  counted: Counted,
  key: string,
  signal: AbortSignal,
): Promise<number> {
  const { data, meta } = await playerCall(postRushPoints, {
    body: { ...counted, coins: 0 },
    key,
    signal,
  });
  if (data.user) refreshPlayer(data.user, meta?.token);
  return data.awarded?.points ?? counted.points;
}
