import { DAY_MS } from '../../src/rules/calendar.ts';
import { OPERATOR_PROOF_LIFE_MS } from '../accounts/proofs.ts';
import { deleteOldNetworks } from '../accounts/seen-networks.ts';
import type { Db } from '../database/tables.ts';
import { deleteOldCounts } from '../http/hour-counts.ts';

/** Codes are counted by the Lagos day: older ones count for nothing. */
const CHALLENGE_MEMORY_MS = 2 * DAY_MS;
const SANDBOX_SMS_MEMORY_MS = DAY_MS;
const VISIT_MEMORY_MS = 90 * DAY_MS;
const MESSAGE_MEMORY_MS = 365 * DAY_MS;
/**
 * Another charge may take its place after a day; it is kept for longer because it is all there is
 * to ask the operator about when a player complains.
 */
const UNDECIDED_CHARGE_MEMORY_MS = 30 * DAY_MS;
/** From the end of what a number without an account has paid for: a sign-up until then credits it. */
const PAID_PERIOD_MEMORY_MS = 365 * DAY_MS;

/** Deletes challenges, used proofs, counts, networks and sandbox texts that can matter no longer. */
export async function deleteOldProofs(db: Db, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  await db.deleteFrom('challenges').where('sent_at', '<', before(CHALLENGE_MEMORY_MS)).execute();
  // Twice its life: the operator's clock may be ahead of ours.
  const lapsed = before(2 * OPERATOR_PROOF_LIFE_MS);
  await db.deleteFrom('used_proofs').where('used_at', '<', lapsed).execute();
  await deleteOldCounts(db, now);
  await deleteOldNetworks(db, now);
  await db.deleteFrom('sandbox_sms').where('sent_at', '<', before(SANDBOX_SMS_MEMORY_MS)).execute();
}

/** Deletes visits, messages, charges without a known end and what was paid for without an account. */
export async function deleteOldNotes(db: Db, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  await db
    .deleteFrom('campaign_visits')
    .where('created_at', '<', before(VISIT_MEMORY_MS))
    .execute();
  await db
    .deleteFrom('contact_messages')
    .where('created_at', '<', before(MESSAGE_MEMORY_MS))
    .execute();
  await db
    .deleteFrom('charge_attempts')
    .where('started_at', '<', before(UNDECIDED_CHARGE_MEMORY_MS))
    .execute();
  await db
    .deleteFrom('paid_periods')
    .where('ends_at', '<', before(PAID_PERIOD_MEMORY_MS))
    .execute();
}
