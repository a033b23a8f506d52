import { randomUUIDv7 } from 'node:crypto';
import type { ProofAsk } from '../../src/contract/payouts.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { PROOF_DAYS, PROOF_QUESTIONS } from '../../src/rules/proof-round.ts';
import type { Db, Trx } from '../database/tables.ts';
import { findDue } from './rounds.ts';
import { usualPlay } from './usual.ts';

/** Asks a player for a proof round, once: one that is due already stays as it is. */
export async function askProof(
  trx: Trx,
  { playerId, why }: { playerId: number; why: string },
  now: number,
): Promise<void> {
  const { level, timerMs } = await usualPlay(trx, playerId, now);
  await trx
    .insertInto('proof_rounds')
    .values({
      id: randomUUIDv7(),
      player_id: playerId,
      why,
      level,
      timer_ms: timerMs,
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
  return {
    level: due.level,
    timerMs: due.timer_ms,
    questions: PROOF_QUESTIONS,
    by: due.due_at.toISOString(),
    isOpen: due.state === 'open',
  };
}
