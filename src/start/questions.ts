import * as v from 'valibot';
import { getQuestions } from '../contract/endpoints/rounds.ts';
import { envelopeOf } from '../contract/envelope.ts';
import { type IssuedRound, questionsReplySchema } from '../contract/points.ts';
import { NetworkError } from '../lib/errors.ts';
import { serverTime } from '../lib/server-clock.ts';
import type { SavedRound } from '../round/store.ts';
import { type Level, QUESTIONS_PER_ROUND } from '../rules/levels.ts';
import { ROUND_PLAYABLE_MS } from '../rules/plays.ts';
import { termsFor } from '../rules/scoring.ts';
import { playerCall } from '../session/player-call.ts';

/**
 * A request for a round: the player and the level. `highScore` is this week's points, for an API that
 * freezes no terms.
 */
export type RoundRequest = {
  playerId: string;
  category: SavedRound['category'];
  level: Level;
  highScore: number;
  /** Whether it is saved, to be begun later and without a network. */
  isForLater?: boolean;
  /** Whether the call takes the play, too. */
  isNewPlay?: boolean;
};

/** Unplayable: too few, two right answers or none, another category or level. Nothing is spent. */
export class BadQuestionsError extends Error {
  override readonly name = 'BadQuestionsError';
  /** Whether the reply opened a round: its play is used up. */
  readonly hasRound: boolean;

  constructor(hasRound: boolean) {
    super('the questions cannot be played');
    this.hasRound = hasRound;
  }
}

/** The call, with any answer of the API: a hotspot's own page is no answer. */
const getAnyQuestions = { ...getQuestions, reply: envelopeOf(v.unknown(), v.unknown()) };

/** Opens a round (api.md#rounds-in-replies). Throws BadQuestionsError, ApiError, NetworkError. */
export async function askQuestions(request: RoundRequest, key: string): Promise<SavedRound> {
  const { category, level, isNewPlay } = request;
  // It comes at the same time as the questions, which must not wait for it.
  const pictures = loadPictures();
  const reply = await playerCall(getAnyQuestions, {
    params: { categoryId: category.id },
    query: {
      difficulty: level,
      size: String(QUESTIONS_PER_ROUND),
      page: '1',
      ...(isNewPlay && { play: 'new' }),
      pictures: '1',
    },
    key,
  });
  const read = v.safeParse(questionsReplySchema, reply);
  const issued = read.success && read.output.status ? (read.output.meta?.round ?? null) : null;
  if (
    !read.success ||
    !read.output.status ||
    (issued && !isAskedFor(issued, request)) ||
    !(await areDrawable(read.output.data, pictures))
  ) {
    throw new BadQuestionsError(hasRound(reply.meta));
  }
  return {
    // The result is named after its round, so that a round can have only one.
    key: issued?.id ?? key,
    playerId: request.playerId,
    category: { id: category.id, name: category.name },
    level,
    // An API without rounds leaves the terms to the app.
    terms: issued?.terms ?? termsFor(level, request.highScore),
    questions: read.output.data,
    issued: issued && { id: issued.id, secret: issued.secret },
    // This phone's clock may be days off, and put right before the round is played.
    playableUntil: serverTime() + (issued ? spanOf(issued) : ROUND_PLAYABLE_MS),
    isForLater: request.isForLater === true,
    state: null,
  };
}

/** Fetches how pictures are read; `null` where that part does not come. */
export const loadPictures = () =>
  import('../contract/picture.ts').then(
    (part) => part.isPicture,
    () => null,
  );

/**
 * Throws NetworkError where a picture came and the code that reads it did not: the next try is dealt
 * the same.
 */
async function areDrawable(
  questions: readonly { picture?: unknown }[],
  pictures: ReturnType<typeof loadPictures>,
): Promise<boolean> {
  const drawn = questions.flatMap(({ picture }) => picture ?? []);
  if (drawn.length === 0) return true;
  const isPicture = await pictures;
  if (isPicture === null) throw new NetworkError();
  return drawn.every(isPicture);
}

function isAskedFor(issued: IssuedRound, { category, level }: RoundRequest): boolean {
  const { categoryId, terms } = issued;
  const isCategory = !categoryId || categoryId === category.id;
  return isCategory && terms.level === level && spanOf(issued) > 0;
}

function spanOf({ issuedAt, expiresAt }: IssuedRound): number {
  return Date.parse(expiresAt) - Date.parse(issuedAt);
}

function hasRound(meta: unknown): boolean {
  return typeof meta === 'object' && meta !== null && 'round' in meta && Boolean(meta.round);
}
