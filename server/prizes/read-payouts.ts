import type { Payout as Shown } from '../../src/contract/payouts.ts';
import { CHECKED_WITHIN_MS } from '../../src/rules/payouts.ts';
import type { Db } from '../database/tables.ts';
import type { Payout } from './settle.ts';

const SHOWN_STATES_WITH_REASON: readonly Payout['state'][] = ['held', 'failed', 'refused'];

/** A player's prizes as they may see them, the newest first (rewards.md#payout-calls). */
export async function readPayouts(db: Db, playerId: number): Promise<Shown[]> {
  const rows = await db
    .selectFrom('payouts')
    .leftJoin('bank_accounts', 'bank_accounts.player_id', 'payouts.player_id')
    .selectAll('payouts')
    .select('bank_accounts.held_until')
    .where('payouts.player_id', '=', playerId)
    .orderBy('period_end', 'desc')
    .orderBy('payouts.id', 'desc')
    .execute();
  return rows.map(shown);
}

function shown(payout: Payout & { held_until: Date | null }): Shown {
  const { board, tier, place, kind, state, mend_by, bank_name, bank_ending } = payout;
  const hasReason = SHOWN_STATES_WITH_REASON.includes(state);
  const reason = (hasReason && payout.reasons[0]) || null;
  return {
    reference: payout.reference,
    board,
    tier: tier === 0 ? null : tier,
    period: { startsAt: text(payout.period_start), endsAt: text(payout.period_end) },
    place,
    kind,
    grossKobo: payout.gross_kobo,
    taxKobo: payout.tax_kobo,
    netKobo: payout.net_kobo,
    state,
    reason,
    checkedBy:
      state === 'checking' ? text(new Date(payout.made_at.getTime() + CHECKED_WITHIN_MS)) : null,
    mendBy: mend_by && text(mend_by),
    resumesAt: reason === 'bank-changed' ? payout.held_until && text(payout.held_until) : null,
    wonAt: text(payout.period_end),
    approvedAt: payout.approved_at && text(payout.approved_at),
    sentAt: payout.sent_at && text(payout.sent_at),
    paidAt: payout.paid_at && text(payout.paid_at),
    endedAt: payout.ended_at && text(payout.ended_at),
    bank: bank_name === null ? null : { name: bank_name, ending: bank_ending ?? '' },
    isSeen: payout.seen_at !== null,
  };
}

function text(at: Date): string {
  return at.toISOString();
}

/** Notes which of their prizes a player has been greeted with. */
export async function markSeen(
  db: Db,
  playerId: number,
  references: readonly string[],
  now: number,
): Promise<void> {
  if (references.length === 0) return;
  await db
    .updateTable('payouts')
    .set({ seen_at: new Date(now) })
    .where('player_id', '=', playerId)
    .where('reference', 'in', references)
    .where('seen_at', 'is', null)
    .execute();
}
