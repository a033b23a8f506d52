import { sql } from 'kysely';
import { LATE_RESULT_GRACE_MS, type Period } from '../../src/rules/calendar.ts';
import type { HoldReason } from '../../src/rules/payouts.ts';
import type { Trx } from '../database/tables.ts';
import { askProof } from './ask.ts';

/** Whose prize is looked at, of which period. */
export type Winner = { playerId: number; period: Period };

/**
 * What a player's proof rounds hold a prize by, `null` for nothing: they are asked for one before their first prize
 * is paid, and again when a round of its period is flagged that was issued after they began their last
 * (game.md#proof-round).
 */
export async function proofHold(
  trx: Trx,
  { playerId, period }: Winner,
  now: number,
): Promise<'proof-round' | 'under-review' | null> {
  const last = await trx
    .selectFrom('proof_rounds')
    .select(['state', 'opened_at', 'closed_at'])
    .where('player_id', '=', playerId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.state === 'asked' || last?.state === 'open') return 'proof-round';
  if (last?.state === 'under-review' && !(await isReleased(trx, playerId, last.closed_at))) {
    return 'under-review';
  }
  const why = last ? await flaggedSince(trx, { playerId, period }, last.opened_at) : 'first prize';
  if (why === null) return null;
  await askProof(trx, { playerId, why }, now);
  return 'proof-round';
}

/** Whether a person has let a prize of the player pass since. */
async function isReleased(trx: Trx, playerId: number, since: Date | null): Promise<boolean> {
  const released = await trx
    .selectFrom('payouts')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state_at', '>=', since ?? new Date(0))
    .where('released', '@>', sql<HoldReason[]>`array['under-review']`)
    .limit(1)
    .executeTakeFirst();
  return released !== undefined;
}

/** The flags of the newest flagged round a period since the last proof round began; `null` without one. */
async function flaggedSince(
  trx: Trx,
  { playerId, period }: Winner,
  since: Date | null,
): Promise<string | null> {
  const flagged = await trx
    .selectFrom('rounds')
    .select('flags')
    .where('player_id', '=', playerId)
    .where('state', '=', 'counted')
    .where(sql<number>`cardinality(flags)`, '>', 0)
    .where('issued_at', '>', since ?? new Date(0))
    .where('closed_at', '>=', new Date(period.startsAt))
    .where('closed_at', '<', new Date(period.endsAt + LATE_RESULT_GRACE_MS))
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return flagged?.flags.join('; ') ?? null;
}
