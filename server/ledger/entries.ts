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

/** A period that the operator reports, with its start in epoch milliseconds and its price in kobo. */
type PaidPeriod = { playerId: number; reference: string; startsAt: number; kobo: number };

/** The key of the movement that credits a payment. */
export function paymentKey(reference: string): string {
  return `payment:${reference}`;
}

/** The key of the movement that credits a period paid by airtime. */
export function periodKey({
  playerId,
  reference,
  startsAt,
}: Pick<PaidPeriod, 'playerId' | 'reference' | 'startsAt'>): string {
  return `subscription:${playerId}:${reference}:${new Date(startsAt).toISOString()}`;
}

/**
 * Credits the coins of a period paid by airtime and enters its money, once for each `reference` and
 * start (subscription.md#verify-calls). Gives `false` if an earlier call has credited it.
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

/** A payment to credit: its product, and its price and fee in kobo. */
type PaidProduct = {
  playerId: number;
  reference: string;
  way: Way;
  product: Product;
  /** Whole coins, 0 for a ticket. */
  coins: number;
  kobo: number;
  feeKobo: number;
};

/**
 * Credits the coins or the ticket of a paid payment and enters its money, once for its reference
 * (payments.md#expected-payments). Gives `false` if an earlier call has credited it.
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

/** Gives the reason of a payment's movement, and the postings of its coins or ticket. */
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
 * `wallet/insufficient-coins`. Throws Error if the round already had a hold.
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
 * Closes a round's hold by its result: whole `coins` spent (0 to the cost) and `points` earned. Spent
 * coins move to the house, the other held coins move back to the wallet, and the points are credited
 * (game.md#holds). Gives `false` if an earlier call has closed the hold.
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
 * Frees a round's hold because its result never came (game.md#holds). Gives `false` if an earlier call
 * has closed the hold. Freeing and settling share one key, so that only one of them can close a round.
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
 * Forfeits the whole coins and tickets that are left in a deleted account (account.md#my-data). The
 * caller has locked the wallet and ended the open rounds, so that their held coins are in the wallet
 * again.
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

/**
 * An operator's correction of a wallet, with its unique name and its whole coins. `coins` is below zero
 * if coins are taken.
 */
export type Correction = { playerId: number; name: string; coins: number };

const keyOf = (name: string) => `correction:${name}`;
const undoneKeyOf = (name: string) => `correction:${name}:undone`;

/**
 * Adds or takes the coins of an operator's correction, once for its name. Gives `false` if an earlier
 * call has done so. Throws Refusal 409 `wallet/insufficient-coins`.
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

/**
 * Undoes all of a correction, once. Gives `false` if an earlier call has done so. Throws as
 * `correctCoins`.
 */
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

/**
 * Finds a correction by its name, and whether it has been undone. Gives `null` if there is none of that
 * name.
 */
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

/** A prize's player and its parts in kobo, with the reference of its payout. */
type PrizeMoney = {
  reference: string;
  playerId: number;
  grossKobo: number;
  taxKobo: number;
  netKobo: number;
};

/**
 * Enters a prize that was won, once: the player and the tax office are owed its parts
 * (game.md#payouts).
 */
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
 * Takes back all of a prize that was refused or has lapsed. Taking back and paying share one key, so
 * that only one of them can end a prize.
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

/**
 * Writes a movement. Throws Error if it is in the ledger already, because each state of a payout comes
 * once.
 */
async function moveNew(trx: Trx, movement: Parameters<typeof move>[1]): Promise<void> {
  if (!(await move(trx, movement))) throw new Error(`${movement.key} is in the ledger already`);
}

/** A run of Millionaire Rush and its player. */
export type RunOf = { runId: string; playerId: number };

/**
 * Takes one waiting ticket for a run (game.md#rush-ticket). The caller has checked that a ticket is
 * left. Throws if there is none, and if the run already took its ticket.
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
 * Credits the whole points of a run that has ended, once (game.md#rush-points). Gives `false` if an
 * earlier call has done so or the run has no points.
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
 * Gives back the ticket of a run that the game itself ended, once (game.md#rush-ticket). Giving back
 * and crediting share one key, so that only one of them can close a run.
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

/** The two postings that give a played ticket back to its player (game.md#rush-ticket). */
function ticketBackPostings(playerId: number): Posting[] {
  return [
    { account: 'house:tickets-played', unit: 'tickets', amount: -1 },
    { account: 'tickets', playerId, unit: 'tickets', amount: 1 },
  ];
}

/** A round or run that lost something by a withdrawn question, and its player. */
type Hurt = { questionId: string; playedId: string; playerId: number };

/**
 * Gives a round's player the whole coins and points that they lost by a withdrawn question, once
 * (game.md#withdrawn-questions). Throws Error if the ledger has this movement already.
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
 * Gives a new ticket to the player of a run that a withdrawn question ended, once
 * (game.md#withdrawn-questions). Throws Error if the ledger has this movement already.
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
