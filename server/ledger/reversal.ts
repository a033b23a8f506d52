import type { Trx } from '../database/tables.ts';
import { type HouseAccount, move, type PlayerAccount, type Posting } from './ledger.ts';

/**
 * A credit to take back or to give back. `key` is the key of its movement, and `turn` is how often it
 * was given back before.
 */
export type Credited = { playerId: number; key: string; turn: number };

/** The amounts that were taken back and that were used already: whole coins, or 1 and 0 for a ticket. */
export type TakenBack = { unit: 'coins' | 'tickets'; taken: number; missing: number };

/**
 * The key of the movement that takes a credit back, where the credit was given back `turn` times
 * before.
 */
export function reversalKey(key: string, turn: number): string {
  return `reversal${ordinal(turn)}:${key}`;
}

/** The key of the movement that gives back a credit which was taken back. */
export function returnKey(key: string, turn: number): string {
  return `return${ordinal(turn)}:${key}`;
}

/**
 * Gives the key of the credit that a movement takes back or gives back. Any other key is given
 * unchanged.
 */
export function creditKeyOf(key: string): string {
  return key.replace(/^(reversal|return)(-\d+)?:/, '');
}

/**
 * Takes a credit back in one movement: all of its money, as many of its coins as the wallet has left,
 * and its ticket. `isUsed` says that the ticket has been played, so that it is not taken. The caller
 * has locked the wallet and makes sure that this happens once. Throws Error if nothing was credited by
 * that key.
 */
export async function reverseCredit(
  trx: Trx,
  { playerId, key, turn, isUsed = false }: Credited & { isUsed?: boolean },
  at: number,
): Promise<TakenBack> {
  const postings = await postingsOf(trx, key);
  const credit = postings.find(({ account }) => account === 'wallet' || account === 'tickets');
  if (credit === undefined) throw new Error(`the ledger has no credit ${key}`);
  const unit = credit.account === 'wallet' ? 'coins' : 'tickets';
  const left = await trx
    .selectFrom('wallets')
    .select(['coins', 'tickets'])
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow();
  const taken = isUsed ? 0 : Math.min(left[unit], credit.amount);
  const back = postings.map((posting) => {
    const { amount } = posting;
    return { ...posting, amount: posting.unit === unit ? -Math.sign(amount) * taken : -amount };
  });
  // Credits of older versions had no money, so there may be nothing to move.
  if (back.some(({ amount }) => amount !== 0)) {
    await move(trx, {
      key: reversalKey(key, turn),
      reason: 'payment-reversed',
      at,
      postings: back,
    });
  }
  return { unit, taken, missing: credit.amount - taken };
}

/**
 * The key of the movements of a ticket alone. They are used when the payment's money was taken back
 * while the ticket was being played.
 */
export const ticketKey = (reference: string) => `ticket:${reference}`;

/**
 * Takes a ticket that came back to its player after its payment's money had been taken back. The caller
 * has locked the wallet and makes sure that this happens once.
 */
export async function reverseTicket(
  trx: Trx,
  { playerId, reference, turn }: { playerId: number; reference: string; turn: number },
  at: number,
): Promise<void> {
  await move(trx, {
    key: reversalKey(ticketKey(reference), turn),
    reason: 'payment-reversed',
    at,
    postings: [
      { account: 'tickets', playerId, unit: 'tickets', amount: -1 },
      { account: 'house:tickets-sold', unit: 'tickets', amount: 1 },
    ],
  });
}

/** Gives back a ticket that `reverseTicket` took. Does nothing if it took none. */
export async function returnTicket(
  trx: Trx,
  { reference, turn }: { reference: string; turn: number },
  at: number,
): Promise<void> {
  await returnCredit(trx, { key: ticketKey(reference), turn }, at);
}

/**
 * Gives back, in one movement, a credit that was taken back. The caller has locked the wallet and makes
 * sure that this happens once.
 */
export async function returnCredit(
  trx: Trx,
  { key, turn }: Omit<Credited, 'playerId'>,
  at: number,
): Promise<void> {
  const taken = await postingsOf(trx, reversalKey(key, turn));
  if (taken.length === 0) return;
  const postings = taken.map((posting) => ({ ...posting, amount: -posting.amount }));
  await move(trx, { key: returnKey(key, turn), reason: 'payment-returned', at, postings });
}

/** Gives the postings of a movement, by its key. */
async function postingsOf(trx: Trx, key: string): Promise<Posting[]> {
  const rows = await trx
    .selectFrom('ledger_postings as posting')
    .innerJoin('ledger_movements as movement', 'movement.id', 'posting.movement_id')
    .select(['account', 'player_id', 'unit', 'amount'])
    .where('key', '=', key)
    .execute();
  return rows.map(({ account, player_id, unit, amount }) =>
    player_id === null
      ? { account: account as HouseAccount, unit, amount }
      : { account: account as PlayerAccount, playerId: player_id, unit, amount },
  );
}

/** Gives an empty text for turn 0, `-2` for turn 1, and so on. */
function ordinal(turn: number): string {
  return turn === 0 ? '' : `-${turn + 1}`;
}
