import { UNSEEN_MS } from '../accounts/deleted-numbers.ts';
import { findPlayer } from '../accounts/players.ts';
import type { Principal } from '../accounts/principals.ts';
import { SEEN_WITHIN_MS } from '../accounts/sessions.ts';
import { Refusal } from '../http/errors.ts';
import { hasPrizeToFind } from '../prizes/deletion.ts';
import type { Services } from '../services.ts';
import { deleteAccount } from './delete-account.ts';

/**
 * The player of a number that has just been proven; `null` where none is, or where nobody was seen
 * by it for so long that it may have a new owner: that account is deleted (flows.md#my-data). Throws
 * Refusal 503 `server/unavailable` while a prize of it is looked for after a restore.
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
  await db.transaction().execute(async (trx) => {
    // The prize would be given up, and the next place paid for money that has left.
    if (await hasPrizeToFind(trx, playerId)) throw later();
    await deleteAccount(trx, services, { playerId, leavesTrace: false });
  });
  return null;
}

function later(): Refusal {
  const message = "This number can't sign in right now. Please try again later.";
  return new Refusal(503, 'server/unavailable', message, { 'Retry-After': '60' });
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
