import {
  type Product,
  planOf,
  RUSH_TICKET,
  SUBSCRIPTION_COINS,
  type Way,
} from '../../src/rules/money.ts';
import type { Trx } from '../database/tables.ts';
import { move, type Posting } from './ledger.ts';

/** A round's money: whose it is and what it holds, in whole coins. */
export type RoundMoney = { roundId: string; playerId: number; cost: number };

/** A period that the operator reports: its start in epoch milliseconds, its price in kobo. */
export type PaidPeriod = { playerId: number; reference: string; startsAt: number; kobo: number };

/** The key of the movement that credits a payment. */
export function paymentKey(reference: string): string {
  return `payment:${reference}`;
}

/** The key of the movement that credits a period by airtime. */
export function periodKey({
  playerId,
  reference,
  startsAt,
}: Pick<PaidPeriod, 'playerId' | 'reference' | 'startsAt'>): string {
  return `subscription:${playerId}:${reference}:${new Date(startsAt).toISOString()}`;
}

/**
 * Credits the coins of a period paid by airtime and enters its money, once for each `reference` and
 * start (flows.md#verify-calls). Gives whether it was credited now, not before.
 */
export async function creditSubscription(
  trx: Trx,
  { playerId, reference, startsAt, kobo }: PaidPeriod,
  at: number,
): Promise<boolean> {
  return move(trx, {
    key: periodKey({ playerId, reference, startsAt }),
    reason: 'subscription',
    at,
    postings: [
      { account: 'house:subscriptions', unit: 'coins', amount: -SUBSCRIPTION_COINS },
      { account: 'wallet', playerId, unit: 'coins', amount: SUBSCRIPTION_COINS },
      { account: 'house:clearing:airtime', unit: 'kobo', amount: kobo },
      { account: 'house:sales', unit: 'kobo', amount: -kobo },
    ],
  });
}

/** A payment that is credited: what it brings, its price and the fee on it in kobo. */
export type PaidProduct = {
  playerId: number;
  reference: string;
  way: Way;
  product: Product;
  /** 0 of a ticket. */
  coins: number;
  kobo: number;
  feeKobo: number;
};

/**
 * Credits the coins or the ticket of a paid payment and enters its money, once for its reference
 * (flows.md#expected-payments). Gives whether it was credited now, not before.
 */
export async function creditPayment(trx: Trx, paid: PaidProduct, at: number): Promise<boolean> {
  const { reference, way, kobo, feeKobo } = paid;
  const { reason, postings } = broughtBy(paid);
  return move(trx, {
    key: paymentKey(reference),
    reason,
    at,
    postings: [
      ...postings,
      { account: `house:clearing:${way}`, unit: 'kobo', amount: kobo + feeKobo },
      { account: 'house:sales', unit: 'kobo', amount: -kobo },
      { account: 'house:fees', unit: 'kobo', amount: -feeKobo },
    ],
  });
}

/** Why a payment's movement happens, and what it brings the player. */
function broughtBy({ playerId, product, coins }: PaidProduct) {
  if (product === RUSH_TICKET) {
    const postings: Posting[] = [
      { account: 'house:tickets-sold', unit: 'tickets', amount: -1 },
      { account: 'tickets', playerId, unit: 'tickets', amount: 1 },
    ];
    return { reason: 'ticket-bought' as const, postings };
  }
  const isPlan = planOf(product) !== null;
  const from = isPlan ? ('house:subscriptions' as const) : ('house:coins-sold' as const);
  const postings: Posting[] = [
    { account: from, unit: 'coins', amount: -coins },
    { account: 'wallet', playerId, unit: 'coins', amount: coins },
  ];
  return { reason: isPlan ? ('subscription' as const) : ('coins-bought' as const), postings };
}

/**
 * Moves a round's level cost from the wallet into a hold (game.md#holds). Throws Refusal 409
 * `wallet/insufficient-coins`, Error when the round has been held for before.
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
 * Closes a round's hold by its result, in whole `coins` spent (0 to the cost) and `points` earned:
 * the spent go to the house, the rest back to the wallet, the points are credited (game.md#holds).
 * Gives whether it was settled now; `false` when it had been before.
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
 * Frees a round's hold, since its result never came (game.md#holds); gives whether it did so now.
 * The key is the one that settling has, so that a round is closed one way only.
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

/**
 * Forfeits the whole coins and tickets that a deleted account has left, those of its open rounds
 * among them once these have ended (flows.md#my-data). The caller holds the wallet.
 */
export async function forfeitWallet(trx: Trx, playerId: number, at: number): Promise<void> {
  const { coins, tickets } = await trx
    .selectFrom('wallets')
    .select(['coins', 'tickets'])
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
  if (coins + tickets === 0) return;
  await move(trx, {
    key: `account:${playerId}:deleted`,
    reason: 'account-deleted',
    at,
    postings: [
      { account: 'wallet', playerId, unit: 'coins', amount: -coins },
      { account: 'house:forfeited', unit: 'coins', amount: coins },
      { account: 'tickets', playerId, unit: 'tickets', amount: -tickets },
      { account: 'house:forfeited', unit: 'tickets', amount: tickets },
    ],
  });
}
