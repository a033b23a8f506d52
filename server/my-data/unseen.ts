import { UNSEEN_MS } from '../accounts/deleted-numbers.ts';
import { findPlayer } from '../accounts/players.ts';
import type { Principal } from '../accounts/principals.ts';
import { SEEN_WITHIN_MS } from '../accounts/sessions.ts';
import type { Services } from '../services.ts';
import { deleteAccount } from './delete-account.ts';

/**
 * The player of a number that has just been proven; `null` where none is, or where nobody was seen
 * by it for so long that it may have a new owner: that account is deleted (flows.md#my-data).
 */
export async function findSeenPlayer(
  services: Pick<Services, 'db' | 'sign' | 'now' | 'ranking'>,
  phone: string,
): Promise<number | null> {
  const { db, now } = services;
  const playerId = await findPlayer(db, phone);
  if (playerId === null) return null;
  const before = new Date(now() - UNSEEN_MS - SEEN_WITHIN_MS);
  const unseen = await db
    .selectFrom('players')
    .select('id')
    .where('id', '=', playerId)
    .where('seen_at', '<', before)
    .executeTakeFirst();
  if (!unseen) return playerId;
  await db
    .transaction()
    .execute((trx) => deleteAccount(trx, services, { playerId, leavesTrace: false }));
  return null;
}

/** The same for whoever speaks for a number by the operator's proof of it. */
export async function seenPrincipal<Given extends Principal | null>(
  services: Pick<Services, 'db' | 'sign' | 'now' | 'ranking'>,
  principal: Given,
): Promise<Given> {
  if (principal === null || principal.session !== null || principal.playerId === null) {
    return principal;
  }
  return { ...principal, playerId: await findSeenPlayer(services, principal.phone) };
}
