import type { Selectable } from 'kysely';
import type { DealtQuestion } from '../../question-bank/reader/deal.ts';
import type { ProofStand } from '../../src/contract/proof.ts';
import type { SealedQuestion } from '../../src/contract/rush.ts';
import {
  PROOF_QUESTIONS,
  type ProofQuestion,
  type ProofRound,
  proofLeftMs,
  proofQuestion,
} from '../../src/rules/proof-round.ts';
import type { Db, ProofTables } from '../database/tables.ts';
import { seal } from '../rush/runs.ts';

/** A proof round with its answers, which never leaves the server in this form. */
export type OpenProof = ProofRound<DealtQuestion & ProofQuestion>;

export type ProofRow = Selectable<ProofTables['proof_rounds']>;

/** The proof round that a player is asked for or has open. */
export function findDueProof(db: Db, playerId: number): Promise<ProofRow | undefined> {
  return db
    .selectFrom('proof_rounds')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('state', 'in', ['asked', 'open'])
    .executeTakeFirst();
}

/** The current question without its answer, `null` after the last question. */
export function sealProof(round: OpenProof): SealedQuestion | null {
  const asked = proofQuestion(round);
  return asked && seal(asked, round.rows.length + 1);
}

/** The state of an open proof round at an instant, `null` after its last question. */
export function proofStand(round: OpenProof, at: number): ProofStand | null {
  const question = proofQuestion(round);
  if (question === null) return null;
  return {
    number: round.rows.length + 1,
    of: PROOF_QUESTIONS,
    timerMs: question.timerMs,
    leftMs: Math.round(proofLeftMs(round, at)),
    startsInMs: Math.max(0, Math.round(round.shownAt - at)),
  };
}
