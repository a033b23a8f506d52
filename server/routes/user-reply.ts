import { readUser } from '../accounts/players.ts';
import { type PlayerSession, tokenFor } from '../accounts/sessions.ts';
import type { Services } from '../services.ts';

/** A yes with the player as they stand now, and the token that they go on with. */
export async function userReply(services: Services, session: PlayerSession) {
  const user = await readUser(services.db, session.playerId, services.now());
  return {
    status: true as const,
    data: { user },
    meta: { token: await tokenFor(services, session) },
  };
}
