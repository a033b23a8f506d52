import { sql } from 'kysely';
import type { NewUser, User } from '../../src/contract/user.ts';
import { weekOf } from '../../src/rules/calendar.ts';
import { type NetworkId, networkOf } from '../../src/rules/networks.ts';
import { isStoredPhone, readTypedPhone } from '../../src/rules/phone.ts';
import { isEmail, readUsername, USERNAME_MAX } from '../../src/rules/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';

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

/** A phone in any form a player types or a link brings, as it is stored: 234 and ten digits. */
export function readPhone(given: string): string {
  if (isStoredPhone(given)) return given;
  const reading = readTypedPhone(given);
  if ('message' in reading) throw new Refusal(422, 'phone/invalid', reading.message);
  return reading.phone;
}

/** Checks a new player's fields by the rules; refuses the first that is wrong. */
export function checkNewPlayer(given: NewUser): CheckedPlayer {
  const { name, email, phone, platform, social = null, source = null } = given;
  const checkedPhone = readPhone(phone);
  const username = readUsername(name);
  if (username === null) {
    const message = `A username has 1 to ${USERNAME_MAX} characters`;
    throw new Refusal(422, 'username/invalid', message);
  }
  if (!isEmail(email)) throw new Refusal(422, 'email/invalid', 'Enter a valid email address');
  const account = { name: username, email: email.trim(), phone: checkedPhone };
  return { ...account, platform, social, source };
}

/**
 * Creates a player with an empty wallet and gives their id; a known number is refused.
 * @param network what the operator's proof says; without one the number's prefix decides
 */
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
      email: player.email,
      platform: player.platform,
      network,
      image: null,
      social: player.social ?? null,
      source: player.source ?? null,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Refusal(409, 'user/exists', 'This phone number has an account already');
  await trx.insertInto('wallets').values({ player_id: row.id }).execute();
  return row.id;
}

/** The id of the player with a stored phone, or `null`. */
export async function findPlayer(db: Db, phone: string): Promise<number | null> {
  const row = await db
    .selectFrom('players')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Holds the player's row until the transaction ends, so that what one player does at the same
 * time from several places happens one after the other.
 */
export async function lockPlayer(trx: Trx, playerId: number): Promise<void> {
  await trx
    .selectFrom('wallets')
    .select('player_id')
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Lets what happens to one number happen one after the other, until the transaction ends. */
export async function lockNumber(trx: Trx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`number ${phone}`}, 0))`.execute(trx);
}

/** Whether a paid period of the player is running. */
export async function isActive(db: Db, playerId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('player_id', '=', playerId)
    .where('starts_at', '<=', new Date(now))
    .where('ends_at', '>', new Date(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The player as the contract shows them, with coins, points and subscription as of `now`. */
export async function readUser(db: Db, playerId: number, now: number): Promise<User> {
  const at = new Date(now);
  const row = await db
    .selectFrom('players')
    .innerJoin('wallets', 'wallets.player_id', 'players.id')
    .leftJoin('board_scores as week', (join) =>
      join
        .onRef('week.player_id', '=', 'players.id')
        .on('week.board', '=', 'weekly')
        .on('week.period_start', '=', new Date(weekOf(now).startsAt)),
    )
    .selectAll('players')
    .select(['wallets.coins', 'week.points'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('subscriptions')
            .select(sql`1`.as('one'))
            .whereRef('subscriptions.player_id', '=', 'players.id')
            .where('starts_at', '<=', at)
            .where('ends_at', '>', at),
        )
        .as('is_active'),
    )
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  return {
    id: String(row.id),
    name: row.username,
    username: row.username,
    email: row.email,
    phone: row.phone,
    image: row.image,
    dob: null,
    gender: null,
    state: null,
    city: null,
    platform: row.platform,
    isActive: Boolean(row.is_active),
    paymentToken: null,
    pointBalance: row.coins,
    highScore: row.points ?? 0,
    createdAt: row.created_at.toISOString(),
    network: row.network,
    dark: null,
  };
}
