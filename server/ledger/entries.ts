import {
  type Product,
  planOf,
  RUSH_TICKET,
  SUBSCRIPTION_COINS,
  type Way,
} from '../../src/rules/money.ts';
import type { PrizeKind } from '../../src/rules/prizes.ts';
import type { Db, Trx } from '../database/tables.ts';
import { move, type Posting } from './ledger.ts';

/** A round's money: its player, and the whole coins that it holds. */
export type RoundMoney = { roundId: string; playerId: number; cost: number };

/** A period that the operator reports: its start in epoch milliseconds, its price in kobo. */
type PaidPeriod = { playerId: number; reference: string; startsAt: number; kobo: number };

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
 * start (subscription.md#verify-calls). Gives whether it was credited now, not before.
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

/** A payment that is credited: its product, its price and the fee on it in kobo. */
type PaidProduct = {
  playerId: number;
  reference: string;
  way: Way;
  product: Product;
  /** 0 for a ticket. */
  coins: number;
  kobo: number;
  feeKobo: number;
};

/**
 * Credits the coins or the ticket of a paid payment and enters its money, once for its reference
 * (payments.md#expected-payments). Gives whether it was credited now, not before.
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

/** The reason of a payment's movement, and its sides. */
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
 * Closes a round's hold by its result, in whole `coins` spent (0 to the cost) and `points` earned: spent coins
 * go to the house, the rest goes back to the wallet, and the points are credited (game.md#holds). Gives whether
 * it was settled now; `false` when it had been before.
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
 * Frees a round's hold, since its result never came (game.md#holds); gives whether it did so now. It shares its
 * key with settling, so that a round is closed one way only.
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
 * Forfeits the whole coins and tickets that are left in a deleted account, and the coins of its open rounds
 * once these have ended (account.md#my-data). The caller holds the wallet.
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

/** An operator's correction of a wallet: its player, its name, and whole coins, below zero where coins are taken. */
export type Correction = { playerId: number; name: string; coins: number };

const keyOf = (name: string) => `correction:${name}`;
const undoneKeyOf = (name: string) => `correction:${name}:undone`;

/**
 * Gives or takes coins by an operator's word, once for its name. Gives whether it was done now, not
 * before. Throws Refusal 409 `wallet/insufficient-coins`.
 */
export async function correctCoins(trx: Trx, correction: Correction, at: number): Promise<boolean> {
  const { playerId, name, coins } = correction;
  return move(trx, {
    key: keyOf(name),
    reason: 'coins-corrected',
    at,
    postings: [
      { account: 'house:corrections', unit: 'coins', amount: -coins },
      { account: 'wallet', playerId, unit: 'coins', amount: coins },
    ],
  });
}

/** Undoes a correction whole, once. Gives whether it was done now. Throws as `correctCoins`. */
export async function undoCorrection(
  trx: Trx,
  { playerId, name, coins }: Correction,
  at: number,
): Promise<boolean> {
  return move(trx, {
    key: undoneKeyOf(name),
    reason: 'coins-corrected',
    at,
    postings: [
      { account: 'house:corrections', unit: 'coins', amount: coins },
      { account: 'wallet', playerId, unit: 'coins', amount: -coins },
    ],
  });
}

/** The correction of a name, and whether it has been undone; `null` where there is none. */
export async function findCorrection(
  db: Db,
  name: string,
): Promise<(Correction & { isUndone: boolean }) | null> {
  const rows = await db
    .selectFrom('ledger_movements as movement')
    .innerJoin('ledger_postings as posting', 'posting.movement_id', 'movement.id')
    .select(['key', 'player_id as playerId', 'amount as coins'])
    .where('key', 'in', [keyOf(name), undoneKeyOf(name)])
    .where('account', '=', 'wallet')
    .execute();
  const done = rows.find(({ key }) => key === keyOf(name));
  if (done === undefined || done.playerId === null) return null;
  return { playerId: done.playerId, name, coins: done.coins, isUndone: rows.length > 1 };
}

/** A prize by its payout's reference: its player, and its parts in kobo. */
type PrizeMoney = {
  reference: string;
  playerId: number;
  grossKobo: number;
  taxKobo: number;
  netKobo: number;
};

/** Enters a prize that was won, once: it is owed to the player and to the tax office (game.md#payouts). */
export async function enterPrize(trx: Trx, prize: PrizeMoney, at: number): Promise<void> {
  const { reference } = prize;
  await moveNew(trx, {
    key: `prize:${reference}:won`,
    reason: 'prize-won',
    at,
    postings: sidesOf(prize, 1),
  });
}

/**
 * Takes back a prize that was refused or has lapsed, whole. It shares its key with paying, so that a prize ends
 * one way only.
 */
export async function endPrize(trx: Trx, prize: PrizeMoney, at: number): Promise<void> {
  const { reference } = prize;
  await moveNew(trx, {
    key: `prize:${reference}:closed`,
    reason: 'prize-ended',
    at,
    postings: sidesOf(prize, -1),
  });
}

/** Enters, once, that a prize has been sent to its player, in kobo (game.md#payouts). */
export async function payPrize(
  trx: Trx,
  { reference, playerId, netKobo, kind }: PrizeMoney & { kind: PrizeKind },
  at: number,
): Promise<void> {
  await moveNew(trx, {
    key: `prize:${reference}:closed`,
    reason: 'prize-paid',
    at,
    postings: [
      { account: 'prizes', playerId, unit: 'kobo', amount: netKobo },
      { account: `house:clearing:${kind}`, unit: 'kobo', amount: -netKobo },
    ],
  });
}

function sidesOf({ playerId, grossKobo, taxKobo, netKobo }: PrizeMoney, sign: 1 | -1): Posting[] {
  return [
    { account: 'house:prizes', unit: 'kobo', amount: sign * grossKobo },
    { account: 'prizes', playerId, unit: 'kobo', amount: -sign * netKobo },
    { account: 'house:withheld', unit: 'kobo', amount: -sign * taxKobo },
  ];
}

/** Throws Error if the movement is in the ledger already: each state of a payout comes once. */
async function moveNew(trx: Trx, movement: Parameters<typeof move>[1]): Promise<void> {
  if (!(await move(trx, movement))) throw new Error(`${movement.key} is in the ledger already`);
}

/** A run of Millionaire Rush and its player. */
export type RunOf = { runId: string; playerId: number };

/**
 * Takes one waiting ticket for a run (game.md#rush-ticket). The caller has seen that one is left. It throws
 * without one, and for a run that was opened before.
 */
export async function takeTicket(trx: Trx, { runId, playerId }: RunOf, at: number): Promise<void> {
  const isNew = await move(trx, {
    key: `run:${runId}:opened`,
    reason: 'run-opened',
    at,
    postings: [
      { account: 'tickets', playerId, unit: 'tickets', amount: -1 },
      { account: 'house:tickets-played', unit: 'tickets', amount: 1 },
    ],
  });
  if (!isNew) throw new Error('a run that is being opened is in the ledger already');
}

/**
 * Credits the whole points of a run that has ended, once (game.md#rush-points). Gives whether it did
 * so now; a run without points moves nothing.
 */
export async function creditRun(
  trx: Trx,
  { runId, playerId, points }: RunOf & { points: number },
  at: number,
): Promise<boolean> {
  if (points === 0) return false;
  return move(trx, {
    key: `run:${runId}:closed`,
    reason: 'run-counted',
    at,
    postings: [
      { account: 'house:points', unit: 'points', amount: -points },
      { account: 'points', playerId, unit: 'points', amount: points },
    ],
  });
}

/**
 * Gives back the ticket of a run that the game itself has ended, once (game.md#rush-ticket). It shares its key
 * with crediting, so that a run is closed one way only.
 */
export async function giveTicketBack(
  trx: Trx,
  { runId, playerId }: RunOf,
  at: number,
): Promise<boolean> {
  return move(trx, {
    key: `run:${runId}:closed`,
    reason: 'run-voided',
    at,
    postings: ticketBackPostings(playerId),
  });
}

/** The two sides of a played ticket that its player has again (game.md#rush-ticket). */
function ticketBackPostings(playerId: number): Posting[] {
  return [
    { account: 'house:tickets-played', unit: 'tickets', amount: -1 },
    { account: 'tickets', playerId, unit: 'tickets', amount: 1 },
  ];
}

/** A round or run that a withdrawn question has hurt, and its player. */
type Hurt = { questionId: string; playedId: string; playerId: number };

/**
 * Gives a round's player the whole coins and points that a withdrawn question took, once
 * (game.md#withdrawn-questions). Throws Error where the ledger has it already.
 */
export async function enterRoundRepair(
  trx: Trx,
  { questionId, playedId, playerId, coins, points }: Hurt & { coins: number; points: number },
  at: number,
): Promise<void> {
  await moveNew(trx, {
    key: `round:${playedId}:withdrawn:${questionId}`,
    reason: 'round-repaired',
    at,
    postings: [
      { account: 'house:rounds', unit: 'coins', amount: -coins },
      { account: 'wallet', playerId, unit: 'coins', amount: coins },
      { account: 'house:points', unit: 'points', amount: -points },
      { account: 'points', playerId, unit: 'points', amount: points },
    ],
  });
}

/**
 * Gives the player of a run that a withdrawn question has ended another ticket, once
 * (game.md#withdrawn-questions). Throws Error where the ledger has it already.
 */
export async function enterRunRepair(
  trx: Trx,
  { questionId, playedId, playerId }: Hurt,
  at: number,
): Promise<void> {
  await moveNew(trx, {
    key: `run:${playedId}:withdrawn:${questionId}`,
    reason: 'run-repaired',
    at,
    postings: ticketBackPostings(playerId),
  });
}
