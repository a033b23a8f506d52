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
  /** Whether the round is saved, to be begun later, even without a network. */
  isForLater?: boolean;
  /** Whether the call for the questions also takes the play. */
  isNewPlay?: boolean;
};

/**
 * The questions cannot be played: there are too few, one has two right answers or none, or they are of
 * another category or level. Nothing is spent.
 */
export class BadQuestionsError extends Error {
  override readonly name = 'BadQuestionsError';
  /** Whether the reply opened a round, which then has used up the play. */
  readonly hasRound: boolean;

  constructor(hasRound: boolean) {
    super('the questions cannot be played');
    this.hasRound = hasRound;
  }
}

/** The call for questions, which accepts any reply of the API. A hotspot's own page is not such a reply. */
const getAnyQuestions = { ...getQuestions, reply: envelopeOf(v.unknown(), v.unknown()) };

/** Opens a round (api.md#rounds-in-replies). Throws BadQuestionsError, ApiError, NetworkError. */
export async function askQuestions(request: RoundRequest, key: string): Promise<SavedRound> {
  const { category, level, isNewPlay } = request;
  // The code for pictures loads at the same time as the questions, which must not wait for it.
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
    // The phone's clock may be days off, and be corrected before the round is played.
    playableUntil: serverTime() + (issued ? spanOf(issued) : ROUND_PLAYABLE_MS),
    isForLater: request.isForLater === true,
    state: null,
  };
}

/** Loads the code that checks pictures; gives `null` if it cannot be loaded. */
export const loadPictures = () =>
  import('../contract/picture.ts').then(
    (part) => part.isPicture,
    () => null,
  );

/**
 * Throws NetworkError if a question has a picture and the code that checks it could not be loaded. The next
 * try is dealt the same questions.
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
