import { sql } from 'kysely';
import { isNobodys } from '../accounts/players.ts';
import type { Trx } from '../database/tables.ts';

/** Lets the rest of a transaction do to consents what their time asks for; else nobody may. */
async function openConsents(trx: Trx): Promise<void> {
  await sql`select set_config('fom.retention', 'on', true)`.execute(trx);
}

async function closeConsents(trx: Trx): Promise<void> {
  await sql`select set_config('fom.retention', 'off', true)`.execute(trx);
}

/** Puts a pseudonym in the place of the numbers of a player's consents. */
export async function hideConsents(
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

/** Deletes the consents from before a time. */
export async function deleteConsents(trx: Trx, before: Date): Promise<void> {
  await openConsents(trx);
  await trx.deleteFrom('consents').where('said_at', '<', before).execute();
  await closeConsents(trx);
}

/** The same for numbers that have no account, of consents from before a time. */
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
