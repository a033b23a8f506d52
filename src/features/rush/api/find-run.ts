import { env } from '../../../config/env.ts';
import { pageClock } from '../../../lib/clock.ts';
import { isApiError } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { untilAnswered } from '../../../lib/until-answered.ts';
import { changeKept, type KeptRun, keepRun, type OwnRun, readKeptRun } from '../run/kept-run.ts';
import { ownPosition, ownReferee } from '../run/own-referee.ts';
import type { Ending, Referee } from '../run/referee.ts';
import { endRun } from './end-run.ts';
import { findOpenRun, sealedReferee } from './sealed-referee.ts';
import type { Begun } from './start-run.ts';

/** What there is of a player's run: open, over meanwhile, begun without a reply, or none. */
export type Found =
  | ({ is: 'open' } & Begun)
  | { is: 'over'; ending: Ending }
  | { is: 'begun-start' }
  | { is: 'none' };

type Asked = {
  startKey: string;
  /** A new run may be begun here: then nobody has to be asked for an open one first. */
  mayStart: boolean;
  signal: AbortSignal;
};

/**
 * Takes up the player's run where this phone or the server has it: a step that was on its way is
 * sent once more with its key, then the server says where the run stands. Throws what refuses it.
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

/** A refusal of the repeat is no matter: where the run stands is asked next. */
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

/** A run that this phone knows nothing of: another phone began it, or storage was cleared. */
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

/** The run that is open at the server; `null` for none, and of an API that knows none. */
async function askOpenRun(signal: AbortSignal) {
  if (!env.hasAdditions) return null;
  try {
    return (await untilAnswered(findOpenRun, signal)).reply;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}
