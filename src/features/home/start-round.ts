import { START_LOCK } from '../../config/storage-keys.ts';
import type { Category } from '../../contract/categories.ts';
import {
  doneReplySchema,
  type IssuedRound,
  type Question,
  questionsReplySchema,
} from '../../contract/rounds.ts';
import { isApiError, isPassing } from '../../lib/errors.ts';
import { oneAtATime } from '../../lib/lock.ts';
import { newKey } from '../../lib/new-key.ts';
import {
  forgetAttempt,
  readAttempt,
  type SavedRound,
  type StartAttempt,
  saveAttempt,
  saveRound,
} from '../../offline/round-storage.ts';
import { readUnfinishedRound } from '../../offline/unfinished-round.ts';
import { type Level, QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import { ROUND_PLAYABLE_MS } from '../../rules/plays.ts';
import { termsFor } from '../../rules/scoring.ts';
import { playerCall } from '../../session/player-call.ts';

/** Who starts what. `highScore` is this week's points, for an API that freezes no terms. */
export type StartRequest = {
  playerId: string;
  category: Category;
  level: Level;
  highScore: number;
};

/** Another round of this player is open on this phone: it has to be finished first. */
export class OpenRoundError extends Error {
  override readonly name = 'OpenRoundError';
}

/**
 * Takes a play, opens a round and stores it on the phone (gameplay §4), one start at a time.
 * Its calls carry the keys of the stored attempt: after a dropped reply or a reload the next tap
 * goes on where this one stopped, and nothing is taken twice. A round whose questions never
 * arrived is fetched before another one is opened.
 * @throws OpenRoundError, ApiError, NetworkError
 */
export function startRound(request: StartRequest): Promise<SavedRound> {
  return oneAtATime(START_LOCK, async () => {
    const { playerId, category, level } = request;
    // Started meanwhile in another tab, or by a tap before its sheet was closed.
    if (await readUnfinishedRound(playerId, Date.now())) throw new OpenRoundError();
    const attempt = await attemptOf(playerId);
    const isSame = attempt?.category.id === category.id && attempt.level === level;
    if (attempt?.isAsked && !isSame) {
      const fetched = await fetchRound({ ...request, ...attempt }, attempt).catch((error) => {
        if (isPassing(error)) throw error;
        return null;
      });
      if (fetched) throw new OpenRoundError();
    }
    return fetchRound(request, await nextAttempt(request, attempt));
  });
}

/** The stored attempt, unless it is too old for its round to be played. */
async function attemptOf(playerId: string): Promise<StartAttempt | null> {
  const attempt = await readAttempt(playerId);
  const isOld = attempt && Date.now() - attempt.startedAt > ROUND_PLAYABLE_MS;
  return isOld ? null : attempt;
}

/** The same attempt for the same level; else a new one, with the play that was taken already. */
async function nextAttempt(
  { playerId, category, level }: StartRequest,
  before: StartAttempt | null,
): Promise<StartAttempt> {
  if (before?.category.id === category.id && before.level === level) return before;
  const attempt = {
    category,
    level,
    playKey: before && !before.isAsked ? before.playKey : newKey(),
    questionsKey: newKey(),
    isAsked: false,
    startedAt: Date.now(),
  };
  await saveAttempt(playerId, attempt);
  return attempt;
}

async function fetchRound(request: StartRequest, attempt: StartAttempt): Promise<SavedRound> {
  const { playerId, category, level } = request;
  try {
    if (!attempt.isAsked) {
      await playerCall({
        method: 'get',
        path: 'user/reduce-play',
        reply: doneReplySchema,
        key: attempt.playKey,
      });
      await saveAttempt(playerId, { ...attempt, isAsked: true });
    }
    const { data, meta } = await playerCall({
      method: 'get',
      path: `questions/${encodeURIComponent(category.id)}`,
      query: { difficulty: level, size: QUESTIONS_PER_ROUND, page: 1 },
      reply: questionsReplySchema,
      key: attempt.questionsKey,
    });
    const round = toRound(request, data, meta?.round ?? null, attempt.questionsKey);
    await saveRound(round);
    await forgetAttempt(playerId);
    countCategory(category.id);
    return round;
  } catch (error) {
    // A page in place of the reply (a hotspot's, say) decides nothing; asked again, it does.
    const isFirstUnreadable = isApiError(error, 'reply/unreadable') && !attempt.isAsked;
    // A refusal is final: the next tap is a new attempt.
    if (!isPassing(error) && !isFirstUnreadable) await forgetAttempt(playerId);
    throw error;
  }
}

function toRound(
  { playerId, category, level, highScore }: StartRequest,
  questions: Question[],
  issued: IssuedRound | null,
  key: string,
): SavedRound {
  return {
    // The result is named after its round, so that a round can have only one.
    key: issued?.id ?? key,
    playerId,
    category: { id: category.id, name: category.name },
    level,
    // An API without rounds leaves the terms to the app.
    terms: issued?.terms ?? termsFor(level, highScore),
    questions,
    issued: issued && { id: issued.id, secret: issued.secret },
    // By the phone's own clock: it may be days off, but the span is the server's.
    playableUntil: Date.now() + (issued ? spanOf(issued) : ROUND_PLAYABLE_MS),
    state: null,
  };
}

function spanOf({ issuedAt, expiresAt }: IssuedRound): number {
  return Date.parse(expiresAt) - Date.parse(issuedAt);
}

/** Counts how popular a category is: fire and forget (decision 42). */
function countCategory(categoryId: string): void {
  playerCall({
    method: 'put',
    path: `categories/play/${encodeURIComponent(categoryId)}`,
    reply: doneReplySchema,
    key: newKey(),
  }).catch(() => undefined);
}
