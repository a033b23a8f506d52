import type { MadeGood, Payout as Shown } from '../../src/contract/payouts.ts';
import { CHECKED_WITHIN_MS, ON_THE_WAY } from '../../src/rules/payouts.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { advancePayout, awaitsSearch, type Payout, takePayout } from './payouts.ts';

const SHOWN_STATES_WITH_REASON: readonly Payout['state'][] = ['held', 'failed', 'refused'];

/**
 * A player's prizes in the form in which the player sees them, the newest first (rewards.md#payout-calls).
 */
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

/** Notes that a player has seen these prizes in the greeting. */
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

/**
 * A player's compensation for withdrawn questions that the greeting has not shown yet; `null` if there is
 * none (rewards.md#greeting).
 */
export async function readCompensation(db: Db, playerId: number): Promise<MadeGood | null> {
  const rows = await db
    .selectFrom('question_repairs')
    .select(['question_id', 'coins', 'points', 'tickets', 'at'])
    .where('player_id', '=', playerId)
    .where('seen_at', 'is', null)
    .execute();
  if (rows.length === 0) return null;
  const sumOf = (what: 'coins' | 'points' | 'tickets') =>
    rows.reduce((sum, row) => sum + row[what], 0);
  return {
    questions: new Set(rows.map(({ question_id }) => question_id)).size,
    coins: sumOf('coins'),
    points: sumOf('points'),
    tickets: sumOf('tickets'),
    until: new Date(Math.max(...rows.map(({ at }) => at.getTime()))).toISOString(),
  };
}

/** Notes that a player has seen their compensation up to a time. */
export async function markCompensationSeen(
  db: Db,
  playerId: number,
  until: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('question_repairs')
    .set({ seen_at: new Date(now) })
    .where('player_id', '=', playerId)
    .where('at', '<=', new Date(until))
    .where('seen_at', 'is', null)
    .execute();
}

/** A payout in one of these states is given up when its player deletes the account. */
const OPEN = ['checking', 'held', 'approved', 'failed'] as const;

/**
 * Throws Refusal 409 `payout/on-its-way` if an account is to be deleted while a prize is on its way to it.
 */
export async function refuseWhilePaidOut(db: Db, playerId: number): Promise<void> {
  const payout = await db
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where(({ or, and, eb }) =>
      or([
        eb('state', 'in', ON_THE_WAY),
        and([eb('state', 'in', ['held', 'failed']), awaitsSearch]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!payout) return;
  const message = 'A prize is on its way to you. Wait until it is paid, then delete.';
  throw new Refusal(409, 'payout/on-its-way', message);
}

/**
 * Whether an account has a prize that may have been sent before a restore and has not been searched for
 * since.
 */
export async function hasPrizeToFind(db: Db, playerId: number): Promise<boolean> {
  const payout = await db
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', OPEN)
    .where(awaitsSearch)
    .limit(1)
    .executeTakeFirst();
  return payout !== undefined;
}

/**
 * Gives up the prizes of an account that is being deleted, if they were not sent yet. Each goes to the next
 * place (account.md#my-data).
 */
export async function giveUpPayouts(trx: Trx, playerId: number, now: number): Promise<void> {
  const held = await trx
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', OPEN)
    .orderBy('id')
    .execute();
  for (const { id } of held) {
    const payout = await takePayout(trx, id);
    if (payout) await advancePayout(trx, payout, { event: 'given-up', by: 'player' }, now);
  }
}
