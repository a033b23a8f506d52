import type { Category } from '../../contract/categories.ts';
import {
  doneReplySchema,
  type IssuedRound,
  type Question,
  questionsReplySchema,
} from '../../contract/rounds.ts';
import { isPassing } from '../../lib/errors.ts';
import {
  forgetAttempt,
  readAttempt,
  type SavedRound,
  type StartAttempt,
  saveAttempt,
  saveRound,
} from '../../offline/round-storage.ts';
import { type Level, QUESTION_TIMER_MS, QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import { ROUND_PLAYABLE_MS } from '../../rules/plays.ts';
import type { RoundTerms } from '../../rules/round.ts';
import { coinsPerQuestion, pointsPerCorrect } from '../../rules/scoring.ts';
import { playerCall } from '../../session/player-call.ts';

/** Who starts what. `highScore` is this week's points, for an API that freezes no terms. */
export type StartRequest = {
  playerId: string;
  category: Category;
  level: Level;
  highScore: number;
};

/**
 * Takes a play, opens a round and stores it on the phone (gameplay §4). Its calls carry the keys
 * of the stored attempt: after a dropped reply or a reload the next tap goes on where this one
 * stopped, and nothing is taken twice.
 * @throws ApiError, NetworkError
 */
export async function startRound(request: StartRequest): Promise<SavedRound> {
  const attempt = await attemptOf(request);
  try {
    await playerCall({
      method: 'get',
      path: 'user/reduce-play',
      reply: doneReplySchema,
      key: attempt.playKey,
    });
    const { data, meta } = await playerCall({
      method: 'get',
      path: `questions/${encodeURIComponent(request.category.id)}`,
      query: { difficulty: request.level, size: QUESTIONS_PER_ROUND, page: 1 },
      reply: questionsReplySchema,
      key: attempt.questionsKey,
    });
    const round = toRound(request, data, meta?.round ?? null, attempt.questionsKey);
    await saveRound(round);
    await forgetAttempt();
    countCategory(request.category.id);
    return round;
  } catch (error) {
    // A refusal is final: the next tap is a new attempt.
    if (!isPassing(error)) await forgetAttempt();
    throw error;
  }
}

async function attemptOf({ playerId, category, level }: StartRequest): Promise<StartAttempt> {
  const saved = await readAttempt();
  const isSame =
    saved?.playerId === playerId && saved.categoryId === category.id && saved.level === level;
  if (saved && isSame && Date.now() - saved.startedAt < ROUND_PLAYABLE_MS) return saved;
  const attempt = {
    playerId,
    categoryId: category.id,
    level,
    playKey: crypto.randomUUID(),
    questionsKey: crypto.randomUUID(),
    startedAt: Date.now(),
  };
  await saveAttempt(attempt);
  return attempt;
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
    terms: issued?.terms ?? termsOf(level, highScore),
    questions,
    issued: issued && { id: issued.id, secret: issued.secret, expiresAt: issued.expiresAt },
    state: null,
  };
}

/** The terms that an API without rounds leaves to the app. */
function termsOf(level: Level, highScore: number): RoundTerms {
  return {
    level,
    coinsPerQuestion: coinsPerQuestion(level, highScore),
    pointsPerCorrect: pointsPerCorrect(level, highScore),
    timerMs: QUESTION_TIMER_MS[level],
  };
}

/** Counts how popular a category is: fire and forget (decision 42). */
function countCategory(categoryId: string): void {
  playerCall({
    method: 'put',
    path: `categories/play/${encodeURIComponent(categoryId)}`,
    reply: doneReplySchema,
    key: crypto.randomUUID(),
  }).catch(() => undefined);
}
