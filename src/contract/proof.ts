import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, metaSchema } from './envelope.ts';
import { sealedQuestionSchema } from './rush.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.pipe(v.string(), v.regex(/\S/), v.maxLength(300));

/** `meta.round`: where an open proof round stands; times in milliseconds as the reply is made. */
const proofStandSchema = v.object({
  /** The question on the table, from 1, and how many there are. */
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

/** `POST /proof-round` and `GET /proof-round`: the question on the table, never with its answer. */
const proofQuestionReplySchema = envelopeOf(v.nullable(sealedQuestionSchema), standMeta);

/** `POST /proof-round/answers`: how a question ended on the phone. */
export const proofAnswerSchema = v.object({
  number: v.pipe(count, v.minValue(1)),
  choice: v.nullable(text),
  end: v.picklist(['answered', 'timeout']),
  ms: v.pipe(count, v.maxValue(86_400_000)),
});

/** The verdict, the right answer and the next question; `next` is `null` behind the last one. */
export const proofVerdictReplySchema = envelopeOf(
  v.object({
    verdict: v.picklist(['right', 'wrong', 'timeout']),
    answer: text,
    next: v.nullable(sealedQuestionSchema),
  }),
  standMeta,
);

/** Begins the proof round that the player is asked for: its first question. */
export const postProofRound = {
  method: 'POST',
  path: '/proof-round',
  who: 'player',
  effect: 'keyed',
  reply: proofQuestionReplySchema,
  codes: ['proof/closed', 'proof/not-asked'],
} as const satisfies Endpoint;

/** The proof round that is open, with its clock as it stands; null where none is. */
export const getProofRound = {
  method: 'GET',
  path: '/proof-round',
  who: 'player',
  effect: 'safe',
  reply: proofQuestionReplySchema,
} as const satisfies Endpoint;

/** Judges a question of the open proof round, and deals the next one. */
export const postProofAnswer = {
  method: 'POST',
  path: '/proof-round/answers',
  who: 'player',
  effect: 'keyed',
  body: proofAnswerSchema,
  reply: proofVerdictReplySchema,
  codes: ['proof/bad-choice', 'proof/not-open', 'proof/question-over'],
} as const satisfies Endpoint;
