import * as v from 'valibot';
import { LEVELS } from '../rules/levels.ts';
import { RUSH_ENDS } from '../rules/rush-run.ts';
import { POWER_UPS, RUSH_QUESTIONS } from '../rules/tournament.ts';
import { tierPartsSchema } from './boards.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, idSchema, metaSchema } from './envelope.ts';
import { awardedSchema, questionSchema } from './points.ts';
import { userSchema } from './user.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const levelNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(RUSH_QUESTIONS));
const text = v.pipe(v.string(), v.regex(/\S/), v.maxLength(300));
const powerUp = v.picklist(POWER_UPS);

/** A question of a sealed run, which never includes its answer (game.md#sealed-runs). */
export const sealedQuestionSchema = v.object({
  id: idSchema,
  question: text,
  options: v.pipe(v.array(text), v.length(4)),
  level: v.optional(v.picklist(LEVELS), 'easy'),
});

export type SealedQuestion = v.InferOutput<typeof sealedQuestionSchema>;

/** `meta.run`: the state of an open run when the reply is made. Times are in milliseconds. */
const sealedRunSchema = v.object({
  id: idSchema,
  level: levelNumber,
  /** Points so far. */
  score: count,
  /** The full time of the current level. */
  timerMs: count,
  /**
   * The time left on the level's clock. Before the clock starts, `startsInMs` is the time until its
   * start.
   */
  leftMs: v.optional(v.nullable(count), null),
  startsInMs: v.optional(count, 0),
  /** How long Time Freeze still stops the clock. */
  frozenMs: v.optional(count, 0),
  /** The options that 50/50 kept at the current level. */
  optionsLeft: v.optional(v.nullable(v.array(text)), null),
  /** The unused power-ups, and the level at which each of the others was used. */
  powerUps: v.array(powerUp),
  used: v.optional(v.record(v.string(), levelNumber), {}),
});

export type SealedRun = v.InferOutput<typeof sealedRunSchema>;

const runMeta = v.object({ ...metaSchema.entries, run: v.optional(v.nullable(sealedRunSchema)) });

/**
 * The reply to `GET /questions/tournament-questions`: only the first question of a sealed run. An
 * API without sealed runs gives all questions of a run with their answers.
 */
const rushQuestionsReplySchema = envelopeOf(
  v.union([sealedQuestionSchema, v.pipe(v.array(questionSchema), v.length(RUSH_QUESTIONS))]),
  runMeta,
);

/**
 * The query of `GET /questions/tournament-questions`. `device` is a random id that the phone made,
 * which says nothing about the phone.
 */
const rushQuestionsQuerySchema = v.object({
  device: v.optional(v.pipe(v.string(), v.uuid())),
});

/**
 * The reply to `GET /rush/runs/current`: the current question, `null` if no run is open. `meta`
 * adds the present prizes of today's tiers.
 */
const currentRunReplySchema = envelopeOf(
  v.nullable(sealedQuestionSchema),
  v.object({ ...runMeta.entries, tierParts: tierPartsSchema }),
);

/**
 * The body of `POST /rush/runs/{id}/answers`: how a level ended on the phone. `ms`, the time from
 * shown to ended, is only stored, because the time that the server measures counts.
 */
export const rushAnswerSchema = v.object({
  level: levelNumber,
  choice: v.nullable(text),
  end: v.picklist(['answered', 'timeout']),
  ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000)),
});

export type RushAnswer = v.InferOutput<typeof rushAnswerSchema>;

/** The verdict, the right answer, the points so far, and the next question with its time. */
const verdictSchema = v.object({
  verdict: v.picklist(['right', 'wrong', 'timeout']),
  answer: text,
  score: count,
  next: v.nullable(sealedQuestionSchema),
  timerMs: count,
  ended: v.nullable(v.picklist(RUSH_ENDS)),
  /**
   * True if the game could not be reached while the clock ran. Then the run does not count, and the
   * player gets its ticket back.
   */
  ticketBack: v.optional(v.boolean(), false),
});

export type Verdict = v.InferOutput<typeof verdictSchema>;

/**
 * The reply to an answer. When a reply is repeated, `meta.run` is the present state of the run,
 * because the clock in the stored reply is out of date.
 */
const verdictReplySchema = envelopeOf(verdictSchema, runMeta);

/** The body of `POST /rush/runs/{id}/power-ups`. */
const powerUpUseSchema = v.object({ level: levelNumber, powerUp });

/**
 * The run's state after a power-up, and the next question after Skip. If the time was already up,
 * the power-up comes too late and the run has `ended`.
 */
const powerUpReplySchema = envelopeOf(
  v.object({
    next: v.nullable(sealedQuestionSchema),
    ended: v.optional(v.nullable(v.picklist(RUSH_ENDS)), null),
    answer: v.optional(v.nullable(text), null),
    ticketBack: v.optional(v.boolean(), false),
  }),
  runMeta,
);

/**
 * The body of `POST /points/tournament`. A sealed run is named by its id, and a run that is still
 * open ends as left. An API without sealed runs gets the phone's own count.
 */
const rushSubmissionSchema = v.object({
  points: count,
  coins: v.literal(0),
  score: count,
  round: v.optional(v.object({ id: idSchema })),
});

/** The reply to `POST /points/tournament`. `user` is the player after the run. */
const rushPointsReplySchema = envelopeOf(
  v.object({
    user: v.optional(v.nullable(userSchema)),
    awarded: v.optional(awardedSchema),
    ended: v.optional(v.nullable(v.picklist(RUSH_ENDS)), null),
    ticketBack: v.optional(v.boolean(), false),
  }),
);

/** Opens a run with the oldest unused ticket, and returns its first question without the answer. */
export const getRushQuestions = {
  method: 'GET',
  path: '/questions/tournament-questions',
  who: 'player',
  effect: 'keyed',
  query: rushQuestionsQuerySchema,
  reply: rushQuestionsReplySchema,
  codes: [
    'rate/limited',
    'rush/closed',
    'rush/ended',
    'rush/no-ticket',
    'rush/running',
    'spending/age-needed',
    'spending/under-age',
    'subscription/inactive',
  ],
} as const satisfies Endpoint;

/** The open run, with its current clock. */
export const getCurrentRun = {
  method: 'GET',
  path: '/rush/runs/current',
  who: 'player',
  effect: 'safe',
  reply: currentRunReplySchema,
  codes: ['rate/limited'],
} as const satisfies Endpoint;

/** Judges the answer to a level's question, and deals the next question. */
export const postRushAnswer = {
  method: 'POST',
  path: '/rush/runs/:id/answers',
  who: 'player',
  effect: 'keyed',
  body: rushAnswerSchema,
  reply: verdictReplySchema,
  codes: ['rate/limited', 'rush/bad-choice', 'rush/ended', 'rush/level-over', 'rush/unknown'],
} as const satisfies Endpoint;

/** Uses a power-up on the current level. */
export const postPowerUp = {
  method: 'POST',
  path: '/rush/runs/:id/power-ups',
  who: 'player',
  effect: 'keyed',
  body: powerUpUseSchema,
  reply: powerUpReplySchema,
  codes: ['rate/limited', 'rush/ended', 'rush/level-over', 'rush/power-up-refused', 'rush/unknown'],
} as const satisfies Endpoint;

/** Ends a run if it is still open, and returns the server's count of the run. */
export const postRushPoints = {
  method: 'POST',
  path: '/points/tournament',
  who: 'player',
  effect: 'keyed',
  body: rushSubmissionSchema,
  reply: rushPointsReplySchema,
  codes: ['rate/limited', 'round/missing', 'rush/unknown'],
} as const satisfies Endpoint;
