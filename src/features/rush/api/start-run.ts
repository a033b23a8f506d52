import { DEVICE_KEY } from '../../../config/storage-keys.ts';
import { getRushQuestions } from '../../../contract/endpoints/rush.ts';
import { newKey } from '../../../lib/new-key.ts';
import { playerCall } from '../../../session/player-call.ts';
import { currentSession, isSignedInAs, keepPlayer } from '../../../session/session.ts';
import { changeKept } from '../run/kept-run.ts';
import { beginOwnRun, ownPosition, ownReferee } from '../run/own-referee.ts';
import type { Position, Referee } from '../run/referee.ts';
import { positionOf, sealedReferee, unreadable } from './sealed-referee.ts';

export type Begun = { referee: Referee; position: Position };

/**
 * Plays a ticket: opens a run, once for its key, and keeps what it is known by. Throws ApiError,
 * among others `rush/running` where another one is open, and NetworkError.
 */
export async function startRun(
  playerId: string,
  startKey: string,
  signal: AbortSignal,
): Promise<Begun> {
  const { data, meta } = await playerCall(getRushQuestions, {
    query: { device: deviceId() },
    key: startKey,
    signal,
  });
  spendTicket(playerId);
  if (Array.isArray(data)) {
    const own = beginOwnRun(data);
    changeKept(playerId, { own });
    const position = ownPosition(own, own.shownAt);
    if (!position) throw unreadable();
    return { referee: ownReferee(playerId, own), position };
  }
  if (!meta?.run) throw unreadable();
  changeKept(playerId, { runId: meta.run.id });
  return { referee: sealedReferee(meta.run.id), position: positionOf(data, meta.run) };
}

/** What is shown until the server tells again: a ticket less waits. */
function spendTicket(playerId: string): void {
  const { user, token } = currentSession();
  if (!('id' in user) || !isSignedInAs(playerId)) return;
  keepPlayer({ ...user, rushTickets: Math.max(0, (user.rushTickets ?? 0) - 1) }, token);
}

/** This phone's id, made up by chance; where nothing is kept, one for the page. */
let unkept: string | null = null;

function deviceId(): string {
  try {
    const kept = localStorage.getItem(DEVICE_KEY) ?? newKey();
    localStorage.setItem(DEVICE_KEY, kept);
    return kept;
  } catch {
    unkept ??= newKey();
    return unkept;
  }
}
