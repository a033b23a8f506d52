import { useKnownOffer } from '../../../offline/use-known-offer.ts';
import { poolOf } from '../../../rules/networks.ts';
import { type PrizeBoard, type PrizeRow, prizeRows } from '../../../rules/prize-table.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';

/** Finds what a board, or a tier of it, pays; `null` for nothing, and while nobody knows. */
export type PrizeOf = (board: PrizeBoard, tier?: PrizeRow['tier']) => PrizeRow | null;

/** What the boards of the player's pool pay (game.md#pools). */
export function usePrizes(): PrizeOf {
  const { network } = useSignedInPlayer();
  const offer = useKnownOffer();
  const pool = poolOf(network ?? '');
  return (board, tier) => prizeRows(offer?.prizes ?? [], pool, board, tier)[0] ?? null;
}
