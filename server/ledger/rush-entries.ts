import type { Trx } from '../database/tables.ts';
import { move, type Posting } from './ledger.ts';

/** A run of Millionaire Rush and whose it is. */
export type RunOf = { runId: string; playerId: number };

/**
 * Takes one waiting ticket for a run (game.md#rush-ticket). The caller has seen that one is left:
 * without one, or for a run that was opened before, it throws.
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
 * Gives back the ticket of a run that the game itself has ended, once (game.md#rush-ticket). The key
 * is the one that crediting has, so that a run is closed one way only.
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
export function ticketBackPostings(playerId: number): Posting[] {
  return [
    { account: 'house:tickets-played', unit: 'tickets', amount: -1 },
    { account: 'tickets', playerId, unit: 'tickets', amount: 1 },
  ];
}
