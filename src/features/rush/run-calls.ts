import { env } from '../../config/env.ts';
import { DEVICE_KEY } from '../../config/storage-keys.ts';
import { getRushQuestions } from '../../contract/rush.ts';
import { pageClock } from '../../lib/clock.ts';
import { isApiError } from '../../lib/errors.ts';
import { keptText } from '../../lib/kept.ts';
import { newKey } from '../../lib/new-key.ts';
import { untilAnswered } from '../../lib/until-answered.ts';
import { playerCall } from '../../session/player-call.ts';
import { currentSession, isSignedInAs, keepPlayer } from '../../session/session.ts';
import type { Ending, Position, Referee } from './game.ts';
import {
  changeKept,
  dropRun,
  type KeptRun,
  keepRun,
  type OwnRun,
  readKeptRun,
} from './kept-run.ts';
import { beginOwnRun, ownPosition, ownReferee } from './own-referee.ts';
import { findOpenRun, positionOf, sealedReferee, unreadable } from './sealed-referee.ts';

/**
 * Ends a run if it is open, once for its key, and gives how the run has ended. The phone then forgets the
 * run. It also forgets a run whose end is refused, because that run would block every other run. Throws the
 * refusal.
 */
export async function endRun(
  referee: Referee,
  endKey: string,
  signal: AbortSignal,
  onLost?: () => void,
): Promise<Ending> {
  try {
    const { reply } = await untilAnswered((own) => referee.end(endKey, own), signal, onLost);
    dropRun();
    return reply;
  } catch (error) {
    // A player who was signed out may come back to the run, so it is kept.
    if (isApiError(error) && error.status !== 401) dropRun();
    throw error;
  }
}

/** The state of a player's run: open, ended meanwhile, begun without a reply, or no run. */
export type Found =
  | ({ is: 'open' } & Begun)
  | { is: 'over'; ending: Ending }
  | { is: 'begun-start' }
  | { is: 'none' };

type Asked = {
  startKey: string;
  /** Whether a new run may begin here. Then the server need not be asked for an open run first. */
  mayStart: boolean;
  signal: AbortSignal;
};

/**
 * Continues the player's run that this phone or the server has. A step that was on its way is sent once
 * more with its key. Then the server gives the run's position. Throws the refusal.
 */
export async function findRun(
  playerId: string,
  { startKey, mayStart, signal }: Asked,
): Promise<Found> {
  const kept = readKeptRun(playerId);
  if (kept?.own) return findOwn(playerId, kept, kept.own, signal);
  if (kept?.runId) return findSealed(playerId, { ...kept, runId: kept.runId }, signal);
  if (kept?.startKey === startKey) return { is: 'begun-start' };
  if (mayStart && !kept) return { is: 'none' };
  return (await findElsewhere(playerId, signal)) ?? { is: 'none' };
}

async function findOwn(
  playerId: string,
  kept: KeptRun,
  own: OwnRun,
  signal: AbortSignal,
): Promise<Found> {
  const referee = ownReferee(playerId, own);
  const position = ownPosition(own, pageClock());
  if (position) return { is: 'open', referee, position };
  return { is: 'over', ending: await endRun(referee, kept.endKey, signal) };
}

async function findSealed(
  playerId: string,
  kept: KeptRun & { runId: string },
  signal: AbortSignal,
): Promise<Found> {
  const referee = sealedReferee(kept.runId);
  await repeat(referee, kept, signal);
  changeKept(playerId, { call: null });
  const { reply: position } = await untilAnswered((own) => referee.current(own), signal);
  if (position) return { is: 'open', referee, position };
  return { is: 'over', ending: await endRun(referee, kept.endKey, signal) };
}

/**
 * Sends the kept step again. A refusal does not matter, because the next call asks for the run's position.
 */
async function repeat(referee: Referee, { call }: KeptRun, signal: AbortSignal): Promise<void> {
  if (!call) return;
  try {
    await untilAnswered<unknown>(
      (own) =>
        call.kind === 'answer'
          ? referee.answer(call.body, call.key, own)
          : referee.applyPowerUp(call.body, call.key, own),
      signal,
    );
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
}

/** Finds a run that this phone does not know, because another phone began it or the storage was cleared. */
async function findElsewhere(playerId: string, signal: AbortSignal): Promise<Found | null> {
  const open = await askOpenRun(signal);
  if (!open) return null;
  const { runId, position } = open;
  keepRun({
    playerId,
    startKey: newKey(),
    runId,
    call: null,
    own: null,
    endKey: newKey(),
  });
  return { is: 'open', referee: sealedReferee(runId), position };
}

/** The run that is open at the server; `null` without an open run, and for an API without sealed runs. */
async function askOpenRun(signal: AbortSignal) {
  if (!env.hasAdditions) return null;
  try {
    return (await untilAnswered(findOpenRun, signal)).reply;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

export type Begun = { referee: Referee; position: Position };

/**
 * Plays a ticket: opens a run, once for its key, and keeps its id. Throws ApiError, such as `rush/running`
 * if another run is open, and NetworkError.
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

/** Shows one ticket less until the server's next answer. */
function spendTicket(playerId: string): void {
  const { user, token } = currentSession();
  if (!('id' in user) || !isSignedInAs(playerId)) return;
  keepPlayer({ ...user, rushTickets: Math.max(0, (user.rushTickets ?? 0) - 1) }, token);
}

const keptDevice = keptText('localStorage', DEVICE_KEY);

/** This phone's id, which is random. */
function deviceId(): string {
  const id = keptDevice.get() ?? newKey();
  keptDevice.set(id);
  return id;
}
