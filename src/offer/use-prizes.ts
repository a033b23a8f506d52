import { poolOf } from '../rules/networks.ts';
import { type PrizeBoard, type PrizeRow, prizeRows } from '../rules/prize-table.ts';
import { useKnownOffer } from './use-known-offer.ts';

/** Finds what a board, or a tier of it, pays; `null` for nothing, and while nobody knows. */
export type PrizeOf = (board: PrizeBoard, tier?: PrizeRow['tier']) => PrizeRow | null;

/** What the boards of the pool of a player's network pay (game.md#pools). */
export function usePrizes({ network }: { network: string | null }): PrizeOf {
  const offer = useKnownOffer();
  const pool = poolOf(network ?? '');
  return (board, tier) => prizeRows(offer?.prizes ?? [], pool, board, tier)[0] ?? null;
}
