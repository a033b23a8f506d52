import { EMAIL_FAULT, isEmail, isStandInEmail } from '../../src/rules/players.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';

/**
 * Makes sure that a player can be written to: keeps what is given in the place of a stand-in
 * (flows.md#stand-in-email). Throws Refusal 422 `email/invalid` where there is no email then.
 */
export async function requireEmail(
  trx: Trx,
  player: { id: number; email: string },
  given: string | undefined,
): Promise<void> {
  if (!isStandInEmail(player.email)) return;
  const email = given?.trim() ?? '';
  if (!isEmail(email) || isStandInEmail(email)) {
    throw new Refusal(422, 'email/invalid', EMAIL_FAULT);
  }
  await trx.updateTable('players').set({ email }).where('id', '=', player.id).execute();
}
