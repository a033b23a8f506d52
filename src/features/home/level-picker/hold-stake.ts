import type { SavedRound } from '../../../round/saved-round.ts';
import { currentSession, isSignedInAs, keepPlayer, playerOf } from '../../../session/session.ts';

/** Shows at once what the server holds while the round is open (decision 43). */
export function holdStake({ playerId, terms, questions }: SavedRound): void {
  const { user, token } = currentSession();
  if (!('id' in user) || !isSignedInAs(playerId)) return;
  const stake = terms.coinsPerQuestion * questions.length;
  keepPlayer({ ...user, pointBalance: Math.max(0, (user.pointBalance ?? 0) - stake) }, token);
}

/** The balance that a player's page shows; `undefined` where somebody else is signed in. */
export function balanceOf(playerId: string): number | undefined {
  const player = playerOf(currentSession());
  return player?.id === playerId ? (player.pointBalance ?? 0) : undefined;
}
