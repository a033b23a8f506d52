import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';
import { OPERATOR_PROOF_LIFE_MS } from './proofs.ts';

const HOUR_MS = 3_600_000;
/** Codes are counted by the Lagos day: older ones count for nothing. */
const CHALLENGE_MEMORY_MS = 2 * DAY_MS;
const SANDBOX_SMS_MEMORY_MS = DAY_MS;

/** Deletes challenges, used proofs, counts and sandbox texts that can matter no longer. */
export async function deleteOldProofs(db: Db, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  await db.deleteFrom('challenges').where('sent_at', '<', before(CHALLENGE_MEMORY_MS)).execute();
  // Twice its life: the operator's clock may be ahead of ours.
  const lapsed = before(2 * OPERATOR_PROOF_LIFE_MS);
  await db.deleteFrom('used_proofs').where('used_at', '<', lapsed).execute();
  await db.deleteFrom('address_counts').where('hour', '<', before(HOUR_MS)).execute();
  await db.deleteFrom('sandbox_sms').where('sent_at', '<', before(SANDBOX_SMS_MEMORY_MS)).execute();
}
