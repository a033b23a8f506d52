import { putPayoutsSeen } from '../../contract/payouts.ts';
import { playerCall } from '../../session/player-call.ts';

/**
 * Tells the server which prizes a player has seen, and until when what was made good
 * (game.md#withdrawn-questions).
 */
export function noteSeen(references: string[], madeGoodUntil?: string): Promise<unknown> {
  return playerCall(putPayoutsSeen, { body: { references, madeGoodUntil } });
}
