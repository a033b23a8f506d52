import type { Trx } from '../database/tables.ts';
import { move } from './ledger.ts';
import { ticketBackPostings } from './rush-entries.ts';

/** What is made good for a withdrawn question: whose round or run it hurt. */
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

async function moveNew(trx: Trx, movement: Parameters<typeof move>[1]): Promise<void> {
  if (!(await move(trx, movement))) throw new Error(`${movement.key} is in the ledger already`);
}
