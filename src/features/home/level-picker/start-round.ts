import { START_LOCK } from '../../../config/storage-keys.ts';
import type { Category } from '../../../contract/categories.ts';
import { putCategoryPlay } from '../../../contract/endpoints/categories.ts';
import { getReducePlay } from '../../../contract/endpoints/rounds.ts';
import { isUndecided } from '../../../lib/errors.ts';
import { oneAtATime } from '../../../lib/lock.ts';
import { newKey } from '../../../lib/new-key.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { isOpenRound } from '../../../round/saved-round.ts';
import {
  forgetAttempt,
  readAttempt,
  type StartAttempt,
  saveAttempt,
  saveStartedRound,
} from '../../../round/store.ts';
import { readUnfinishedRounds } from '../../../round/unfinished.ts';
import type { Level } from '../../../rules/levels.ts';
import { ROUND_PLAYABLE_MS, UNFINISHED_ROUNDS_MAX } from '../../../rules/plays.ts';
import { playerCall } from '../../../session/player-call.ts';
import { askQuestions, BadQuestionsError } from '../api/questions.ts';
import { balanceOf, holdStake } from './hold-stake.ts';

/** Who starts what. `highScore` is this week's points, for an API that freezes no terms. */
export type StartRequest = {
  playerId: string;
  category: Category;
  level: Level;
  highScore: number;
  /** Whether it is saved, to be begun later and without a network. */
  isForLater?: boolean;
};

/** A round that came. */
export type StartedRound = {
  round: SavedRound;
  /** Whether the phone could store it: else it lives as long as the page. */
  isKept: boolean;
  /** Whether the figures that the page shows may already tell of its play and its stake. */
  isInDoubt: boolean;
};

/**
 * Why this phone starts no round: another one has to be finished first, one is saved already, or
 * nothing can be saved here.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
  readonly reason: 'open' | 'saved' | 'unkept';

  constructor(reason: StartRefusal['reason']) {
    super(`no round is started: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Takes a play, opens a round and stores it on the phone (gameplay §4), one start at a time.
 * Its calls carry the keys of the stored attempt: after a dropped reply or a reload the next tap
 * goes on where this one stopped, and nothing is taken twice. A round whose questions never
 * arrived is fetched before another one is opened.
 * @throws StartRefusal, BadQuestionsError, ApiError, NetworkError
 */
export function startRound(request: StartRequest): Promise<StartedRound> {
  return oneAtATime(START_LOCK, async () => {
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

/** One round is played and one is saved, not more (contract). */
async function refuseThird({ playerId, isForLater }: StartRequest): Promise<void> {
  const rounds = await readUnfinishedRounds(playerId, Date.now());
  const open = rounds.filter(isOpenRound).length;
  if (isForLater && rounds.length > open) throw new StartRefusal('saved');
  if (isForLater ? open >= UNFINISHED_ROUNDS_MAX : open > 0) throw new StartRefusal('open');
}

/** The stored attempt, unless it is too old for its round to be played. */
async function attemptOf(playerId: string): Promise<StartAttempt | null> {
  const attempt = await readAttempt(playerId);
  const isOld = attempt && Date.now() - attempt.startedAt > ROUND_PLAYABLE_MS;
  return isOld ? null : attempt;
}

/**
 * The same attempt for the same level; else a new one, with the play that was taken already. It is
 * stored before its first call: a phone that cannot do that takes no round for later.
 */
async function nextAttempt(
  { playerId, category, level, isForLater = false }: StartRequest,
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
        isAsked: false,
        startedAt: Date.now(),
      };
  const isKept = await saveAttempt(playerId, attempt);
  if (isForLater && !isKept) throw new StartRefusal('unkept');
  return attempt;
}

/** The balance when a play was taken since this page was opened, by the key of the play. */
const balanceBefore = new Map<string, number | undefined>();

async function fetchRound(request: StartRequest, attempt: StartAttempt): Promise<StartedRound> {
  const { playerId, category } = request;
  try {
    if (!attempt.isAsked) {
      await playerCall(getReducePlay, { key: attempt.playKey });
      balanceBefore.set(attempt.playKey, balanceOf(playerId));
      await saveAttempt(playerId, { ...attempt, isAsked: true });
    }
    const round = await askQuestions(request, attempt.questionsKey);
    const isKept = await saveStartedRound(round);
    const before = balanceBefore.get(attempt.playKey);
    const isInDoubt = before === undefined || before !== balanceOf(playerId);
    balanceBefore.delete(attempt.playKey);
    if (!isInDoubt) holdStake(round);
    countCategory(category.id);
    return { round, isKept, isInDoubt };
  } catch (error) {
    await afterFailure(playerId, attempt, error);
    throw error;
  }
}

/** What the next tap goes on with. */
async function afterFailure(playerId: string, attempt: StartAttempt, error: unknown) {
  // The play is taken and no round used it up: other questions are asked for with it.
  if (error instanceof BadQuestionsError && !error.hasRound) {
    await saveAttempt(playerId, { ...attempt, isAsked: true, questionsKey: newKey() });
    return;
  }
  // A refusal is final: the next tap is a new attempt.
  if (!isUndecided(error)) await forgetAttempt(playerId);
}

/** Counts how popular a category is: fire and forget (decision 42). */
function countCategory(categoryId: string): void {
  playerCall(putCategoryPlay, { params: { categoryId }, key: newKey() }).catch(() => undefined);
}
