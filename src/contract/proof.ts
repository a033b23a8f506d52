import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, metaSchema } from './envelope.ts';
import { sealedQuestionSchema } from './rush.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.pipe(v.string(), v.regex(/\S/), v.maxLength(300));

/**
 * `meta.round`: the state of an open proof round when the reply is made. Times are in milliseconds.
 */
const proofStandSchema = v.object({
  /** The number of the current question, from 1, and the number of questions in the round. */
  number: v.pipe(count, v.minValue(1)),
  of: count,
  timerMs: count,
  leftMs: v.nullable(count),
  startsInMs: count,
});

export type ProofStand = v.InferOutput<typeof proofStandSchema>;

const standMeta = v.object({
  ...metaSchema.entries,
  round: v.optional(v.nullable(proofStandSchema), null),
});

/**
 * The reply to `POST /proof-round` and `GET /proof-round`: the current question, never with its
 * answer.
 */
const proofQuestionReplySchema = envelopeOf(v.nullable(sealedQuestionSchema), standMeta);

/** The body of `POST /proof-round/answers`: how a question ended on the phone. */
export const proofAnswerSchema = v.object({
  number: v.pipe(count, v.minValue(1)),
  choice: v.nullable(text),
  end: v.picklist(['answered', 'timeout']),
  ms: v.pipe(count, v.maxValue(86_400_000)),
});

/**
 * The verdict, the right answer and the next question. `next` is `null` after the last question.
 */
export const proofVerdictReplySchema = envelopeOf(
  v.object({
    verdict: v.picklist(['right', 'wrong', 'timeout']),
    answer: text,
    next: v.nullable(sealedQuestionSchema),
  }),
  standMeta,
);

/** Begins the proof round that the player must play, and returns its first question. */
export const postProofRound = {
  method: 'POST',
  path: '/proof-round',
  who: 'player',
  effect: 'keyed',
  reply: proofQuestionReplySchema,
  codes: ['proof/closed', 'proof/not-asked'],
} as const satisfies Endpoint;

/** The open proof round, with its current clock; null if no proof round is open. */
export const getProofRound = {
  method: 'GET',
  path: '/proof-round',
  who: 'player',
  effect: 'safe',
  reply: proofQuestionReplySchema,
} as const satisfies Endpoint;

/** Judges the answer to a question of the open proof round, and deals the next question. */
export const postProofAnswer = {
  method: 'POST',
  path: '/proof-round/answers',
  who: 'player',
  effect: 'keyed',
  body: proofAnswerSchema,
  reply: proofVerdictReplySchema,
  codes: ['proof/bad-choice', 'proof/not-open', 'proof/question-over'],
} as const satisfies Endpoint;
