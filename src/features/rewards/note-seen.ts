import { putPayoutsSeen } from '../../contract/payouts.ts';
import { playerCall } from '../../session/player-call.ts';

/**
 * Reports to the server which prizes a player has seen, and the time of the latest compensation that they
 * have seen (game.md#withdrawn-questions).
 */
export function noteSeen(references: string[], madeGoodUntil?: string): Promise<unknown> {
  return playerCall(putPayoutsSeen, { body: { references, madeGoodUntil } });
}
