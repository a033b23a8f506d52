import { sql } from 'kysely';
import { DELETED_NAME } from '../../src/contract/boards.ts';
import { leaveTrace, UNSEEN_MS } from '../accounts/deleted-numbers.ts';
import { findPlayer, isNobodys, lockNumber, lockPlayer } from '../accounts/players.ts';
import { deletePictures } from '../accounts/profile/picture.ts';
import type { NumberCaller } from '../accounts/sign-in/callers.ts';
import { forgetNetworks } from '../accounts/sign-in/seen-networks.ts';
import { endSessionsIn, SEEN_WITHIN_MS } from '../accounts/sign-in/sessions.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { forfeitWallet } from '../ledger/entries.ts';
import { endRenewal } from '../payments/renewal.ts';
import { giveUpPayouts, hasPrizeToFind } from '../prizes/player-payouts.ts';
import { endOpenRounds } from '../rounds/expire.ts';
import { forgetUnsealed } from '../rounds/open.ts';
import { forgetRoundTraces } from '../rounds/traces.ts';
import { forgetTraces } from '../rush/attempts.ts';
import { endOpenRun } from '../rush/moves.ts';
import type { Services } from '../services.ts';

/** The pseudonym that replaces a number without an account. */
export const NO_ACCOUNT = 'deleted-number';

/** Gives the pseudonym that replaces a deleted account's number, also in its payments. */
function pseudonymOf(playerId: number): string {
  return `deleted-${playerId}`;
}

/**
 * `leavesTrace`: whether a trace is stored, from which a later account of the number starts. It is not if the
 * number may have a new owner.
 */
type Deletion = { playerId: number; leavesTrace: boolean };

/**
 * Deletes an account: sessions, open rounds and run, renewal, coins, tickets, held prizes, and whatever
 * identifies the player. Its rows in the ledger and on boards stay, under a pseudonym (account.md#my-data).
 * Gives `false` if the account was deleted before.
 */
export async function deleteAccount(
  trx: Trx,
  services: Pick<Services, 'sign' | 'now' | 'ranking'>,
  { playerId, leavesTrace }: Deletion,
): Promise<boolean> {
  const { phone: number } = await trx
    .selectFrom('players')
    .select('phone')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  // The order of the locks is the same everywhere: first the number, then its player.
  await lockNumber(trx, number);
  await lockPlayer(trx, playerId);
  const { phone, deleted_at } = await trx
    .selectFrom('players')
    .select(['phone', 'deleted_at'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  if (deleted_at !== null) return false;
  const now = services.now();
  if (leavesTrace) await leaveTrace(trx, services, { playerId, phone });
  await endOpenRounds(trx, playerId, now);
  await endOpenRun(trx, services, playerId);
  await forfeitWallet(trx, playerId, now);
  await endRenewal(trx, playerId);
  await giveUpPayouts(trx, playerId, now);
  await endSessionsIn(trx, playerId);
  await forgetNetworks(trx, services, phone);
  await forgetOwn(trx, { playerId, phone });
  if (leavesTrace) await forgetUnsealed(trx, playerId);
  else await trx.deleteFrom('dealt_questions').where('player_id', '=', playerId).execute();
  await hidePayments(trx, { playerId, phone });
  await trx
    .updateTable('players')
    .set({
      phone: pseudonymOf(playerId),
      username: DELETED_NAME,
      nickname: DELETED_NAME,
      email: '',
      image: null,
      dob: null,
      gender: null,
      home_state: null,
      home_city: null,
      dark: null,
      picture_locked_until: null,
      name_locked_until: null,
      social: null,
      source: null,
      deleted_at: new Date(now),
    })
    .where('id', '=', playerId)
    .execute();
  return true;
}

type OfNumber = { playerId: number; phone: string };

/**
 * Deletes the rows that nothing else needs: pictures, reports, messages, visits, best games, limits, look-ups
 * and the bank account.
 */
async function forgetOwn(trx: Trx, { playerId, phone }: OfNumber): Promise<void> {
  await deletePictures(trx, playerId);
  await trx.deleteFrom('picture_tries').where('player_id', '=', playerId).execute();
  await trx
    .deleteFrom('player_reports')
    .where((eb) => eb.or([eb('player_id', '=', playerId), eb('reporter_id', '=', playerId)]))
    .execute();
  await trx.deleteFrom('question_reports').where('player_id', '=', playerId).execute();
  await trx.deleteFrom('contact_messages').where('player_id', '=', playerId).execute();
  await trx.deleteFrom('campaign_visits').where('msisdn', '=', phone).execute();
  await trx.deleteFrom('care').where('player_id', '=', playerId).execute();
  await trx.deleteFrom('round_bests').where('player_id', '=', playerId).execute();
  await trx.deleteFrom('player_pasts').where('player_id', '=', playerId).execute();
  await trx.deleteFrom('wallet_lookups').where('player_id', '=', playerId).execute();
  await trx.deleteFrom('bank_accounts').where('player_id', '=', playerId).execute();
  await trx.deleteFrom('bank_lookups').where('player_id', '=', playerId).execute();
  await forgetTraces(trx, playerId);
  await forgetRoundTraces(trx, playerId);
}

/** Removes number and card from ended payments, which stay. A payment that has not ended keeps its payer. */
async function hidePayments(trx: Trx, { playerId, phone }: OfNumber): Promise<void> {
  await hideConsents(trx, { playerId, phone, pseudonym: pseudonymOf(playerId) });
  await trx
    .updateTable('payments')
    .set({ payer: null, handle: null, said: sql`said - 'card'` })
    .where('player_id', '=', playerId)
    .where('state', 'not in', ['pending', 'mismatched'])
    .execute();
  await trx
    .updateTable('airtime_charges')
    .set({ phone: pseudonymOf(playerId) })
    .where('phone', '=', phone)
    .where('state', '<>', 'pending')
    .execute();
}

/** Allows a transaction to change or delete consents for data retention, which nobody may do otherwise. */
async function openConsents(trx: Trx): Promise<void> {
  await sql`select set_config('fom.retention', 'on', true)`.execute(trx);
}

async function closeConsents(trx: Trx): Promise<void> {
  await sql`select set_config('fom.retention', 'off', true)`.execute(trx);
}

/** Replaces the numbers in a player's consents by a pseudonym. */
async function hideConsents(
  trx: Trx,
  { playerId, phone, pseudonym }: { playerId: number; phone: string; pseudonym: string },
): Promise<void> {
  await openConsents(trx);
  await trx
    .updateTable('consents')
    .set({ phone: pseudonym })
    .where((eb) => eb.or([eb('player_id', '=', playerId), eb('phone', '=', phone)]))
    .execute();
  await closeConsents(trx);
}

/** Deletes the consents that were given before a time. */
export async function deleteConsents(trx: Trx, before: Date): Promise<void> {
  await openConsents(trx);
  await trx.deleteFrom('consents').where('said_at', '<', before).execute();
  await closeConsents(trx);
}

/** Replaces numbers without an account by a pseudonym, in consents that were given before a time. */
export async function hideStrangersConsents(
  trx: Trx,
  before: Date,
  pseudonym: string,
): Promise<void> {
  await openConsents(trx);
  await trx
    .updateTable('consents')
    .set({ phone: pseudonym })
    .where('player_id', 'is', null)
    .where('said_at', '<', before)
    .where('phone', 'not like', 'deleted-%')
    .where(isNobodys('consents.phone'))
    .execute();
  await closeConsents(trx);
}

/**
 * Finds the player of a number that has just been proved; `null` if there is none. If the player was not seen
 * for so long that the number may have a new owner, it deletes the account and gives `null`
 * (account.md#my-data). Throws Refusal 503 `server/unavailable` while a prize of the account is searched for
 * after a restore.
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
    // The deletion would give the prize to the next place, although its money may have been sent already.
    if (await hasPrizeToFind(trx, playerId)) throw later();
    await deleteAccount(trx, services, { playerId, leavesTrace: false });
  });
  return null;
}

function later(): Refusal {
  const message = "This number can't sign in right now. Please try again later.";
  return new Refusal(503, 'server/unavailable', message, { 'Retry-After': '60' });
}

/** Does what `findSeenPlayer` does for a caller who speaks for a number by the operator's proof. */
export async function seenCaller<Given extends NumberCaller | null>(
  services: Pick<Services, 'db' | 'sign' | 'now' | 'ranking'>,
  caller: Given,
): Promise<Given> {
  if (caller === null || caller.session !== null || caller.playerId === null) {
    return caller;
  }
  return { ...caller, playerId: await findSeenPlayer(services, caller.phone) };
}
