import { type Selectable, sql } from 'kysely';
import { DAY_MS, LATE_RESULT_GRACE_MS } from '../../src/rules/calendar.ts';
import type { HoldReason } from '../../src/rules/payouts.ts';
import { PROOF_LASTS } from '../../src/rules/proof-round.ts';
import type { Tables, Trx } from '../database/tables.ts';
import { askProof } from './ask.ts';
import { readClaim } from './claim.ts';
import { covers } from './judge.ts';

type Payout = Selectable<Tables['payouts']>;

type Proof = Awaited<ReturnType<typeof readProofs>>[number];

/**
 * What a player's proof rounds hold a prize by, `null` for nothing: one that none of them holds for asks for
 * another (game.md#proof-round).
 */
export async function proofHold(
  trx: Trx,
  payout: Payout,
  now: number,
): Promise<'proof-round' | 'under-review' | null> {
  const { id: payoutId, player_id: playerId } = payout;
  const proofs = await readProofs(trx, playerId);
  const [last] = proofs;
  if (last?.state === 'asked' || last?.state === 'open') return 'proof-round';
  if (last?.state === 'under-review' && !(await isReleased(trx, playerId, last.closed_at))) {
    return 'under-review';
  }
  const claim = await readClaim(trx, payout);
  const holding = proofs.filter((proof) => covers(proof.claim, claim));
  const why = await whyAsked(trx, payout, proofs, holding);
  if (why === null) return null;
  await askProof(trx, { playerId, payoutId, why, claim }, now);
  return 'proof-round';
}

function readProofs(trx: Trx, playerId: number) {
  return trx
    .selectFrom('proof_rounds')
    .leftJoin('payouts', 'payouts.id', 'proof_rounds.payout_id')
    .select(['proof_rounds.state', 'payout_id', 'claim', 'board'])
    .select(['proof_rounds.asked_at', 'opened_at', 'closed_at'])
    .where('proof_rounds.player_id', '=', playerId)
    .orderBy('proof_rounds.asked_at', 'desc')
    .execute();
}

/** Why a prize asks for a proof round; `null` where one of those that are over holds for it. */
async function whyAsked(
  trx: Trx,
  payout: Payout,
  proofs: readonly Proof[],
  holding: readonly Proof[],
): Promise<string | null> {
  const [last] = proofs;
  if (!last) return 'first prize';
  const flags = await flaggedSince(trx, payout, last.opened_at);
  if (flags !== null) return flags;
  if (proofs.some(({ payout_id }) => payout_id === payout.id)) return null;
  if (payout.board === 'monthly' && !proofs.some(({ board }) => board === 'monthly')) {
    return 'first monthly prize';
  }
  const { prizes, days } = PROOF_LASTS;
  const from = new Date(payout.made_at.getTime() - days * DAY_MS);
  if (last.asked_at < from) return `${days} days since the last`;
  if ((await prizesSince(trx, payout, last)) >= prizes) return `${prizes} prizes on`;
  if (holding.some(({ asked_at }) => asked_at >= from)) return null;
  return 'harder or better than was proved';
}

/**
 * How many prizes a player has won up to this one, after the one that asked for a proof round, but for those that
 * were not paid: what waited for it together is counted as what comes one by one.
 */
async function prizesSince(
  trx: Trx,
  { id, player_id: playerId }: Payout,
  { payout_id, asked_at }: Proof,
): Promise<number> {
  const { prizes } = await trx
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('prizes'))
    .where('player_id', '=', playerId)
    .where((eb) => (payout_id === null ? eb('made_at', '>', asked_at) : eb('id', '>', payout_id)))
    .where('id', '<=', id)
    .where('state', 'not in', ['refused', 'lapsed'])
    .executeTakeFirstOrThrow();
  return Number(prizes);
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
  { player_id: playerId, period_start, period_end }: Payout,
  since: Date | null,
): Promise<string | null> {
  const flagged = await trx
    .selectFrom('rounds')
    .select('flags')
    .where('player_id', '=', playerId)
    .where('state', '=', 'counted')
    .where(sql<number>`cardinality(flags)`, '>', 0)
    .where('issued_at', '>', since ?? new Date(0))
    .where('closed_at', '>=', period_start)
    .where('closed_at', '<', new Date(period_end.getTime() + LATE_RESULT_GRACE_MS))
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return flagged?.flags.join('; ') ?? null;
}
