import { env } from '../config/env.ts';
import { START_LOCK } from '../config/storage-keys.ts';
import { isApiError, isUndecided } from '../lib/errors.ts';
import { withLock } from '../lib/lock.ts';
import { newKey } from '../lib/new-key.ts';
import { isTimeSure, serverTime } from '../lib/server-clock.ts';
import { isOpenRound, type SavedRound } from '../round/saved-round.ts';
import {
  forgetAttempt,
  readAttempt,
  type StartAttempt,
  saveAttempt,
  saveStartedRound,
} from '../round/store.ts';
import { readUnfinishedRounds } from '../round/unfinished.ts';
import { ROUND_PLAYABLE_MS, UNFINISHED_ROUNDS_MAX } from '../rules/plays.ts';
import { currentSession, isSignedInAs, keepPlayer, playerOf } from '../session/session.ts';
import { countCategory } from './count-category.ts';
import { ObstacleError } from './obstacles.ts';
import { takePlay } from './plays.ts';
import { askQuestions, BadQuestionsError, type RoundRequest } from './questions.ts';

/** The balance when a round was asked for since this page was opened, by the key of its play. */
const balanceBefore = new Map<string, number | undefined>();

export type StartedRound = {
  round: SavedRound;
  /** Whether the phone could store it: else it lives as long as the page. */
  isKept: boolean;
  /** Whether the figures that the page shows may already tell of its play and its coins. */
  isInDoubt: boolean;
};

/**
 * Opens a round with a play of its own and stores it (game.md#starting-a-round), one start at a
 * time. The calls carry the stored attempt's keys: after a dropped reply or a reload the next tap goes on
 * where this one stopped, and fetches a round whose questions never arrived. Throws ObstacleError,
 * BadQuestionsError, ApiError, NetworkError.
 */
export function startRound(request: RoundRequest): Promise<StartedRound> {
  return withLock(START_LOCK, async () => {
    const { playerId, category, level } = request;
    // Started meanwhile in another tab, or by a tap before its sheet was closed.
    await refuseThird(request);
    const attempt = await attemptOf(playerId);
    const isSame = attempt?.category.id === category.id && attempt.level === level;
    if (attempt?.isAsked && !isSame) {
      const lost = { ...request, ...attempt, isForLater: attempt.isForLater === true };
      await fetchRound(lost, attempt).catch((error) => {
        if (isUndecided(error)) throw error;
      });
      await refuseThird(request);
    }
    return fetchRound(request, await nextAttempt(request, attempt));
  });
}

/** One round is played and one is saved, not more (game.md#unfinished-rounds). */
async function refuseThird({ playerId, isForLater }: RoundRequest): Promise<void> {
  const rounds = await readUnfinishedRounds(playerId, Date.now());
  const open = rounds.filter(isOpenRound).length;
  if (isForLater && rounds.length > open) throw new ObstacleError('saved');
  if (isForLater ? open >= UNFINISHED_ROUNDS_MAX : open > 0) throw new ObstacleError('open');
}

/** The stored attempt, unless it is too old for its round to be played. */
async function attemptOf(playerId: string): Promise<StartAttempt | null> {
  const attempt = await readAttempt(playerId);
  const isOld = attempt && isTimeSure() && serverTime() - attempt.startedAt > ROUND_PLAYABLE_MS;
  return isOld ? null : attempt;
}

/**
 * The same attempt for the same level; else a new one with the play already taken. It is stored
 * before its first call: a phone that cannot do that takes no round for later.
 */
async function nextAttempt(
  { playerId, category, level, isForLater = false }: RoundRequest,
  before: StartAttempt | null,
): Promise<StartAttempt> {
  const isSame = before?.category.id === category.id && before.level === level;
  const attempt = isSame
    ? { ...before, isForLater }
    : {
        category,
        level,
        isForLater,
        playKey: before && !before.isAsked ? before.playKey : newKey(),
        questionsKey: newKey(),
        // The call for the questions takes the play, too: nothing is stored between.
        isAsked: env.hasAdditions,
        isNewPlay: env.hasAdditions,
        startedAt: serverTime(),
      };
  if (!isSame) balanceBefore.set(attempt.playKey, balanceOf(playerId));
  const isKept = await saveAttempt(playerId, attempt);
  if (isForLater && !isKept) throw new ObstacleError('unkept');
  return attempt;
}

async function fetchRound(request: RoundRequest, attempt: StartAttempt): Promise<StartedRound> {
  const { playerId, category } = request;
  try {
    const isNewPlay = attempt.isNewPlay === true;
    if (!attempt.isAsked) {
      if (!isNewPlay) await takePlay(attempt.playKey);
      balanceBefore.set(attempt.playKey, balanceOf(playerId));
      await saveAttempt(playerId, { ...attempt, isAsked: true });
    }
    const round = await askQuestions({ ...request, isNewPlay }, attempt.questionsKey);
    const isKept = await saveStartedRound(round);
    const before = balanceBefore.get(attempt.playKey);
    const isInDoubt = before === undefined || before !== balanceOf(playerId);
    balanceBefore.delete(attempt.playKey);
    if (!isInDoubt) holdCoins(round);
    countCategory(category.id);
    return { round, isKept, isInDoubt };
  } catch (error) {
    // An API that has our additions but not this one: the play is taken by a call of its own.
    if (isApiError(error, 'round/no-play') && attempt.isNewPlay) {
      const byTwoCalls = { ...attempt, isNewPlay: false, isAsked: false, questionsKey: newKey() };
      await saveAttempt(playerId, byTwoCalls);
      return fetchRound(request, byTwoCalls);
    }
    await afterFailure(playerId, attempt, error);
    throw error;
  }
}

async function afterFailure(playerId: string, attempt: StartAttempt, error: unknown) {
  // The play is taken and no round used it up: other questions are asked for with it.
  if (error instanceof BadQuestionsError && !error.hasRound) {
    await saveAttempt(playerId, { ...attempt, isAsked: true, questionsKey: newKey() });
    return;
  }
  // A refusal is final: the next tap is a new attempt.
  if (!isUndecided(error)) await forgetAttempt(playerId);
}

/** The balance that a player's page shows; `undefined` where somebody else is signed in. */
function balanceOf(playerId: string): number | undefined {
  const player = playerOf(currentSession());
  return player?.id === playerId ? (player.pointBalance ?? 0) : undefined;
}

/** Shows at once that the server holds the round's coins while it is open (game.md#holds). */
function holdCoins({ playerId, terms, questions }: SavedRound): void {
  const { user, token } = currentSession();
  if (!('id' in user) || !isSignedInAs(playerId)) return;
  const held = terms.coinsPerQuestion * questions.length;
  keepPlayer({ ...user, pointBalance: Math.max(0, (user.pointBalance ?? 0) - held) }, token);
}
