import type { PrizeKind } from '../../src/rules/prize-table.ts';
import type { Trx } from '../database/tables.ts';
import { move, type Posting } from './ledger.ts';

/** A prize by its payout's reference: whose it is, and its parts in kobo. */
export type PrizeMoney = {
  reference: string;
  playerId: number;
  grossKobo: number;
  taxKobo: number;
  netKobo: number;
};

/** Enters a prize that was won: what the player and the tax office are owed (game.md#payouts). Once. */
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
 * Takes back a prize that was refused or has lapsed, whole. Its key is the one that paying has, so
 * that a prize ends one way only.
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

/** Enters that what was owed to the player has been sent, in kobo (game.md#payouts). Once. */
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

/** Throws Error for what is in the ledger already: each state of a payout comes once. */
async function moveNew(trx: Trx, movement: Parameters<typeof move>[1]): Promise<void> {
  if (!(await move(trx, movement))) throw new Error(`${movement.key} is in the ledger already`);
}
