import type { Endpoint } from '../endpoint.ts';
import { proofAnswerSchema, proofQuestionReplySchema, proofVerdictReplySchema } from '../proof.ts';

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
