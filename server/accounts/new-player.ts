import type { NewUser } from '../../src/contract/user.ts';
import { type NetworkId, networkOf } from '../../src/rules/networks.ts';
import { isEmail } from '../../src/rules/players.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { nameFault, readName } from './names.ts';
import { readPhone } from './players.ts';

/** A new player whose fields have been checked; `phone` is 234 and ten digits. */
export type CheckedPlayer = {
  name: string;
  email: string;
  phone: string;
  platform: string;
  /** What the link said that led here. */
  social?: string | null;
  source?: string | null;
};

/** Checks a new player's fields by the rules; refuses the first that is wrong. */
export function checkNewPlayer(given: NewUser): CheckedPlayer {
  const { name, email, phone, platform, social = null, source = null } = given;
  const checkedPhone = readPhone(phone);
  const username = readName(name);
  if (username === null) {
    throw new Refusal(422, 'username/invalid', nameFault(name, 'username'));
  }
  if (!isEmail(email)) throw new Refusal(422, 'email/invalid', 'Enter a valid email address');
  const account = { name: username, email: email.trim(), phone: checkedPhone };
  return { ...account, platform, social, source };
}

/** Creates a player and gives their id; a proof's `network` goes before the number's prefix. */
export async function createPlayer(
  trx: Trx,
  player: CheckedPlayer,
  now: number,
  network: NetworkId = networkOf(player.phone),
): Promise<number> {
  const row = await trx
    .insertInto('players')
    .values({
      phone: player.phone,
      username: player.name,
      nickname: player.name,
      email: player.email,
      platform: player.platform,
      network,
      image: null,
      social: player.social || null,
      source: player.source || null,
      created_at: new Date(now),
      seen_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Refusal(409, 'user/exists', 'This phone number has an account already');
  await trx.insertInto('wallets').values({ player_id: row.id }).execute();
  return row.id;
}
