import type * as v from 'valibot';
import {
  getProofRound,
  postProofAnswer,
  postProofRound,
} from '../../../contract/endpoints/proof.ts';
import type { ProofStand, proofAnswerSchema } from '../../../contract/proof.ts';
import type { SealedQuestion } from '../../../contract/rush.ts';
import { ANSWER_FLASH_MS } from '../../../rules/levels.ts';
import { playerCall } from '../../../session/player-call.ts';

/** The question on the table, and its clock as the reply was made. */
export type Dealt = { question: SealedQuestion; stand: ProofStand };

export type ProofAnswer = v.InferOutput<typeof proofAnswerSchema>;

/** How a question was judged, and what comes next; `null` behind the last one. */
export type ProofVerdict = {
  verdict: 'right' | 'wrong' | 'timeout';
  answer: string;
  next: Dealt | null;
};

/** Begins the round, once for its key. */
export async function beginProof(key: string, signal: AbortSignal): Promise<Dealt | null> {
  const { data, meta } = await playerCall(postProofRound, { key, signal });
  return data && meta?.round ? { question: data, stand: meta.round } : null;
}

/** The round that is open, as it stands now; `null` for none. */
export async function findProof(signal: AbortSignal): Promise<Dealt | null> {
  const { data, meta } = await playerCall(getProofRound, { signal });
  return data && meta?.round ? { question: data, stand: meta.round } : null;
}

/** Has a question judged, once for its key; `stand` is where it stood. */
export async function answerProof(
  body: ProofAnswer,
  stand: ProofStand,
  key: string,
  signal: AbortSignal,
): Promise<ProofVerdict> {
  const { data, meta } = await playerCall(postProofAnswer, { body, key, signal });
  const next = data.next && {
    question: data.next,
    // An answer's flash comes before the next clock.
    stand: meta?.round ?? {
      ...stand,
      number: stand.number + 1,
      leftMs: null,
      startsInMs: ANSWER_FLASH_MS,
    },
  };
  return { verdict: data.verdict, answer: data.answer, next };
}
