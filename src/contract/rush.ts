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

/** A question of a sealed run: it never holds its answer (game.md#sealed-runs). */
export const sealedQuestionSchema = v.object({
  id: idSchema,
  question: text,
  options: v.pipe(v.array(text), v.length(4)),
  level: v.optional(v.picklist(LEVELS), 'easy'),
});

export type SealedQuestion = v.InferOutput<typeof sealedQuestionSchema>;

/** `meta.run`: where an open run stands; times in milliseconds as the reply is made. */
const sealedRunSchema = v.object({
  id: idSchema,
  level: levelNumber,
  /** Points so far. */
  score: count,
  /** The current level's whole time. */
  timerMs: count,
  /** What is left of it; until it starts, how long that takes is `startsInMs`. */
  leftMs: v.optional(v.nullable(count), null),
  startsInMs: v.optional(count, 0),
  /** How long Time Freeze still stops the clock. */
  frozenMs: v.optional(count, 0),
  /** What 50/50 left of the current level. */
  optionsLeft: v.optional(v.nullable(v.array(text)), null),
  /** Power-ups that are left, and the level at which each of the others was used. */
  powerUps: v.array(powerUp),
  used: v.optional(v.record(v.string(), levelNumber), {}),
});

export type SealedRun = v.InferOutput<typeof sealedRunSchema>;

const runMeta = v.object({ ...metaSchema.entries, run: v.optional(v.nullable(sealedRunSchema)) });

/**
 * `GET /questions/tournament-questions`: the first question of a sealed run alone, or, of an API
 * without sealed runs, all of a run's with their answers.
 */
const rushQuestionsReplySchema = envelopeOf(
  v.union([sealedQuestionSchema, v.pipe(v.array(questionSchema), v.length(RUSH_QUESTIONS))]),
  runMeta,
);

/** Its query: an id that the phone has made up by chance, which says nothing about it. */
const rushQuestionsQuerySchema = v.object({
  device: v.optional(v.pipe(v.string(), v.uuid())),
});

/**
 * `GET /rush/runs/current`: the question on the table, `null` where no run is open; `meta` tells besides
 * what today's tiers pay so far.
 */
export const currentRunReplySchema = envelopeOf(
  v.nullable(sealedQuestionSchema),
  v.object({ ...runMeta.entries, tierParts: tierPartsSchema }),
);

/**
 * `POST /rush/runs/{id}/answers`: how a level ended on the phone; `ms` from shown to ended is kept,
 * the server's own time counts.
 */
export const rushAnswerSchema = v.object({
  level: levelNumber,
  choice: v.nullable(text),
  end: v.picklist(['answered', 'timeout']),
  ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400_000)),
});

export type RushAnswer = v.InferOutput<typeof rushAnswerSchema>;

/** How it was judged, the right answer, the points so far, and the next question with its time. */
const verdictSchema = v.object({
  verdict: v.picklist(['right', 'wrong', 'timeout']),
  answer: text,
  score: count,
  next: v.nullable(sealedQuestionSchema),
  timerMs: count,
  ended: v.nullable(v.picklist(RUSH_ENDS)),
  /** The game could not be reached while the clock ran: the run counts nothing, its ticket is back. */
  ticketBack: v.optional(v.boolean(), false),
});

export type Verdict = v.InferOutput<typeof verdictSchema>;

/** A repeat says where the run stands by now: what it repeats was said with a clock of then. */
const verdictReplySchema = envelopeOf(verdictSchema, runMeta);

/** `POST /rush/runs/{id}/power-ups`. */
const powerUpUseSchema = v.object({ level: levelNumber, powerUp });

/**
 * Where the run stands with it, and the next question after Skip. It comes too late once the time
 * was up: then the run has `ended`.
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
 * `POST /points/tournament`: a sealed run by its id, which an open one ends as left; of an API
 * without them, what the phone counted.
 */
const rushSubmissionSchema = v.object({
  points: count,
  coins: v.literal(0),
  score: count,
  round: v.optional(v.object({ id: idSchema })),
});

/** `user` is the player as the run has left them. */
const rushPointsReplySchema = envelopeOf(
  v.object({
    user: v.optional(v.nullable(userSchema)),
    awarded: v.optional(awardedSchema),
    ended: v.optional(v.nullable(v.picklist(RUSH_ENDS)), null),
    ticketBack: v.optional(v.boolean(), false),
  }),
);

/** Opens a run of the oldest ticket that is not played: its first question, never with its answer. */
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

/** The run that is open, with its clock as it stands. */
export const getCurrentRun = {
  method: 'GET',
  path: '/rush/runs/current',
  who: 'player',
  effect: 'safe',
  reply: currentRunReplySchema,
  codes: ['rate/limited'],
} as const satisfies Endpoint;

/** Judges a level, and deals the next one. */
export const postRushAnswer = {
  method: 'POST',
  path: '/rush/runs/:id/answers',
  who: 'player',
  effect: 'keyed',
  body: rushAnswerSchema,
  reply: verdictReplySchema,
  codes: ['rate/limited', 'rush/bad-choice', 'rush/ended', 'rush/level-over', 'rush/unknown'],
} as const satisfies Endpoint;

/** Uses a power-up on the level on the table. */
export const postPowerUp = {
  method: 'POST',
  path: '/rush/runs/:id/power-ups',
  who: 'player',
  effect: 'keyed',
  body: powerUpUseSchema,
  reply: powerUpReplySchema,
  codes: ['rate/limited', 'rush/ended', 'rush/level-over', 'rush/power-up-refused', 'rush/unknown'],
} as const satisfies Endpoint;

/** Ends a run that is still open, and tells what it counted. */
export const postRushPoints = {
  method: 'POST',
  path: '/points/tournament',
  who: 'player',
  effect: 'keyed',
  body: rushSubmissionSchema,
  reply: rushPointsReplySchema,
  codes: ['rate/limited', 'round/missing', 'rush/unknown'],
} as const satisfies Endpoint;
