import * as v from 'valibot';
import { LEVELS } from '../rules/levels.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, idSchema, metaSchema, optionalText, timestampSchema } from './envelope.ts';
import { userSchema } from './user.ts';

/** Text with at least one visible character. */
const seenText = (most: number) => v.pipe(v.string(), v.regex(/\S/), v.maxLength(most));

const optionText = seenText(120);

/** The right option, as a string or as a list with one string (game.md#questions-of-a-round). */
const answerText = v.union([
  optionText,
  v.pipe(
    v.strictTuple([optionText]),
    v.transform(([only]) => only),
  ),
]);

/**
 * A question with four different options, one of which is the answer. The answer may be named
 * `answers` or `answer` in a reply, and is `answer` in the app (game.md#questions-of-a-round).
 */
export const questionSchema = v.pipe(
  v.object({
    id: idSchema,
    question: seenText(300),
    options: v.pipe(v.array(optionText), v.length(4)),
    answers: v.optional(answerText),
    answer: v.optional(answerText),
    level: v.optional(v.string(), ''),
    fact: optionalText,
    /**
     * The data of a picture, only for clients that ask for pictures. `picture.ts` parses it where
     * it is drawn.
     */
    picture: v.optional(v.unknown()),
  }),
  v.check(
    ({ options }) => new Set(options.map((option) => option.trim())).size === options.length,
    'Two options of a question are the same.',
  ),
  v.check(
    ({ options, answers, answer }) => options.includes(answers ?? answer ?? ''),
    'The answer of a question is none of its options.',
  ),
  v.transform(({ answers, answer, ...rest }) => ({ ...rest, answer: answers ?? answer ?? '' })),
);

export type Question = v.InferOutput<typeof questionSchema>;

/** The terms of a round, fixed when it is issued (game.md#terms-of-a-round). */
const roundTermsSchema = v.object({
  level: v.picklist(LEVELS),
  coinsPerQuestion: v.pipe(v.number(), v.integer(), v.minValue(0)),
  pointsPerCorrect: v.pipe(v.number(), v.integer(), v.minValue(0)),
  timerMs: v.pipe(v.number(), v.integer(), v.minValue(1000)),
});

/** `meta.round`: the round that the questions open, and the secret that can deliver it. */
export const issuedRoundSchema = v.object({
  id: idSchema,
  secret: v.pipe(v.string(), v.minLength(20), v.maxLength(200)),
  issuedAt: timestampSchema,
  expiresAt: timestampSchema,
  deliverBy: timestampSchema,
  /**
   * The category of the dealt questions, if the API states it. The app refuses a reply for another
   * category.
   */
  categoryId: v.optional(v.nullable(idSchema)),
  terms: roundTermsSchema,
});

export type IssuedRound = v.InferOutput<typeof issuedRoundSchema>;

/** The reply to `GET /questions/{categoryId}?difficulty&size&page`: always ten questions. */
export const questionsReplySchema = envelopeOf(
  v.pipe(
    v.array(questionSchema),
    v.length(10),
    v.check(
      (dealt) => new Set(dealt.map(({ id }) => id)).size === dealt.length,
      'One comes twice.',
    ),
  ),
  v.object({ ...metaSchema.entries, round: v.optional(v.nullable(issuedRoundSchema)) }),
);

/**
 * The query of `GET /questions/{categoryId}` (api.md#shapes). Two values are our additions:
 * `play=new` takes the play in the same call, and `pictures=1` says that the client draws pictures
 * (game.md#pictures).
 */
export const questionsQuerySchema = v.object({
  difficulty: v.picklist(LEVELS),
  play: v.optional(v.literal('new')),
  pictures: v.optional(v.literal('1')),
  size: v.optional(v.string()),
  page: v.optional(v.string()),
});

/**
 * A row of a transcript: how a question ended. `ms` is the time from when it was shown until it
 * ended.
 */
const transcriptRowSchema = v.object({
  questionId: idSchema,
  choice: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000)),
  end: v.picklist(['answered', 'skipped', 'timeout']),
});

/** The body of `POST /points`: the phone's own count, and the transcript that the server counts. */
export const pointsSubmissionSchema = v.object({
  points: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  /** Coins spent, as a positive number. */
  coins: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  score: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  round: v.optional(
    v.object({ id: idSchema, transcript: v.pipe(v.array(transcriptRowSchema), v.maxLength(50)) }),
  ),
});

export type PointsSubmission = v.InferOutput<typeof pointsSubmissionSchema>;

/** The server's count: points earned and coins spent. */
export const awardedSchema = v.object({ points: v.number(), coins: v.number() });

export type Awarded = v.InferOutput<typeof awardedSchema>;

const placeNumber = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

/**
 * The player's place on the weekly board before and after a result, `null` without points
 * (game.md#your-place). `toNext` is how many points are missing to the next place up, `null` at the
 * top. `cashNaira` is the prize of the place if the week ended now. `toMoney` is how many points
 * are missing to the last place that wins cash; it is `null` if no place wins cash or the player
 * already has such a place.
 */
const placeSchema = v.object({
  before: placeNumber,
  after: placeNumber,
  toNext: placeNumber,
  cashNaira: v.pipe(v.number(), v.integer(), v.minValue(0)),
  toMoney: placeNumber,
});

export type Place = v.InferOutput<typeof placeSchema>;

/**
 * The reply to `POST /points`. A call with the round's own credential gets neither `user` nor
 * `place`. An API without our additions gives neither `awarded` nor `place`. `place` is `null` for
 * a result that does not count on the player's own weekly board.
 */
const pointsReplySchema = envelopeOf(
  v.object({
    user: v.optional(v.nullable(userSchema)),
    awarded: v.optional(awardedSchema),
    place: v.optional(v.nullable(placeSchema)),
  }),
);

/** Days in a row with a counted round (game.md#play-streak). A day is written as `2026-11-17`. */
const streakSchema = v.object({
  days: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The last of these days; `null` before the first round. */
  lastDay: v.nullable(v.string()),
  /** How many rounds were counted today. The fifth earns a raffle ticket. */
  roundsToday: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type Streak = v.InferOutput<typeof streakSchema>;

/** The reply to `GET /user/dailyplays`: the plays used today. Our server adds the streak. */
export const dailyPlaysReplySchema = envelopeOf(
  v.object({ count: v.number(), streak: v.optional(v.nullable(streakSchema), null) }),
);

/**
 * The reply to `GET /user/reduce-play` and `PUT /categories/play/{categoryId}`, of which only
 * `status` is read.
 */
export const doneReplySchema = envelopeOf(v.unknown());

/** Delivers the result of a round. With the round's own secret the reply holds only `awarded`. */
export const postPoints = {
  method: 'POST',
  path: '/points',
  who: 'round',
  effect: 'keyed',
  body: pointsSubmissionSchema,
  reply: pointsReplySchema,
  codes: [
    'round/already-counted',
    'round/bad-transcript',
    'round/expired',
    'round/missing',
    'round/not-yours',
    'round/unknown',
  ],
} as const satisfies Endpoint;
