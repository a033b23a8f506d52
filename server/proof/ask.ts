import { randomUUIDv7 } from 'node:crypto';
import type { ProofAsk } from '../../src/contract/payouts.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { PROOF_DAYS, PROOF_QUESTIONS } from '../../src/rules/proof-round.ts';
import type { ClaimPart } from '../database/proof-tables.ts';
import type { Db, Trx } from '../database/tables.ts';
import { findDue } from './rounds.ts';

/** What is asked of whom, for which prize. */
export type Asking = {
  playerId: number;
  payoutId: number | null;
  why: string;
  claim: readonly ClaimPart[];
};

/** Asks a player for a proof round, once: one that is due already stays as it is. */
export async function askProof(
  trx: Trx,
  { playerId, payoutId, why, claim }: Asking,
  now: number,
): Promise<void> {
  await trx
    .insertInto('proof_rounds')
    .values({
      id: randomUUIDv7(),
      player_id: playerId,
      payout_id: payoutId,
      why,
      claim: JSON.stringify(claim),
      asked_at: new Date(now),
      due_at: new Date(now + PROOF_DAYS * DAY_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The proof round that a player is asked for, `null` without one. */
export async function readAsk(db: Db, playerId: number): Promise<ProofAsk | null> {
  const due = await findDue(db, playerId);
  if (!due) return null;
  const parts = due.claim.map(({ level, timerMs, questions }) => ({ level, timerMs, questions }));
  const [most] = parts.toSorted((a, b) => b.questions - a.questions);
  if (!most) throw new Error('a proof round asks for nothing');
  return {
    level: most.level,
    timerMs: most.timerMs,
    parts,
    questions: PROOF_QUESTIONS,
    by: due.due_at.toISOString(),
    isOpen: due.state === 'open',
  };
}
