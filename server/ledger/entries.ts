import { SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import type { Trx } from '../database/tables.ts';
import { move } from './ledger.ts';

/** A round's money: whose it is and what it holds, in whole coins. */
export type RoundMoney = { roundId: string; playerId: number; cost: number };

/**
 * Credits the coins of one paid period, once for each period of a reference
 * (flows.md#verify-calls).
 * @param period the operator's `reference` and the period's start in epoch milliseconds
 * @returns whether this period was credited now; `false` when it had been before
 */
export async function creditSubscription(
  trx: Trx,
  { playerId, reference, startsAt }: { playerId: number; reference: string; startsAt: number },
  at: number,
): Promise<boolean> {
  return move(trx, {
    key: `subscription:${playerId}:${reference}:${new Date(startsAt).toISOString()}`,
    reason: 'subscription',
    at,
    postings: [
      { account: 'house:subscriptions', unit: 'coins', amount: -SUBSCRIPTION_COINS },
      { account: 'wallet', playerId, unit: 'coins', amount: SUBSCRIPTION_COINS },
    ],
  });
}

/**
 * Holds a round's level cost: its coins leave the wallet and can be spent by nothing else
 * (game.md#holds).
 * @throws Refusal 409 `wallet/insufficient-coins`; Error when the round has been held for before
 */
export async function holdForRound(trx: Trx, round: RoundMoney, at: number): Promise<void> {
  const { roundId, playerId, cost } = round;
  const isNew = await move(trx, {
    key: `round:${roundId}:opened`,
    reason: 'round-opened',
    at,
    postings: [
      { account: 'wallet', playerId, unit: 'coins', amount: -cost },
      { account: 'held', playerId, unit: 'coins', amount: cost },
    ],
  });
  if (!isNew) throw new Error('a round that is being opened is in the ledger already');
}

/**
 * Closes a round's hold by its result: what was spent goes to the house, the rest back to the
 * wallet, and the points are credited (game.md#holds).
 * @param result `coins` spent, from 0 to the cost, and `points` earned; both whole
 * @returns whether it was settled now; `false` when it had been before
 */
export async function settleRound(
  trx: Trx,
  { roundId, playerId, cost }: RoundMoney,
  result: { coins: number; points: number },
  at: number,
): Promise<boolean> {
  return move(trx, {
    key: `round:${roundId}:closed`,
    reason: 'round-counted',
    at,
    postings: [
      { account: 'held', playerId, unit: 'coins', amount: -cost },
      { account: 'house:rounds', unit: 'coins', amount: result.coins },
      { account: 'wallet', playerId, unit: 'coins', amount: cost - result.coins },
      { account: 'house:points', unit: 'points', amount: -result.points },
      { account: 'points', playerId, unit: 'points', amount: result.points },
    ],
  });
}

/**
 * Frees all of a round's hold: its result never came (game.md#holds). The key is the one that
 * settling has, so that a round is closed one way only.
 * @returns whether it was freed now; `false` when the round had been closed before
 */
export async function releaseHold(trx: Trx, round: RoundMoney, at: number): Promise<boolean> {
  const { roundId, playerId, cost } = round;
  return move(trx, {
    key: `round:${roundId}:closed`,
    reason: 'round-expired',
    at,
    postings: [
      { account: 'held', playerId, unit: 'coins', amount: -cost },
      { account: 'wallet', playerId, unit: 'coins', amount: cost },
    ],
  });
}
