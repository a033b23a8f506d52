import { sql } from 'kysely';
import unhomoglyph from 'unhomoglyph';
import type { NewUser, User } from '../../src/contract/user.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { type NetworkId, networkOf, type Pool, poolOf } from '../../src/rules/networks.ts';
import { plainDigits } from '../../src/rules/numbers.ts';
import { isStoredPhone, readTypedPhone } from '../../src/rules/phone.ts';
import { isEmail, joinedEmojiFault, readUsername, USERNAME_MAX } from '../../src/rules/players.ts';
import { pointsInPeriod } from '../boards/boards.ts';
import { lockText } from '../database/locks.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { signInRefusal } from './sign-in/sessions.ts';

/** A phone in any form a player types or a link brings, as it is stored: 234 and ten digits. */
export function readPhone(given: string): string {
  const digits = plainDigits(given);
  if (isStoredPhone(digits)) return digits;
  const reading = readTypedPhone(digits);
  if ('message' in reading) throw new Refusal(422, 'phone/invalid', reading.message);
  return reading.phone;
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
 * Holds the player by the row of their wallet until the transaction ends, so that what one player
 * does in several places at the same time happens one after the other.
 */
export async function lockPlayer(trx: Trx, playerId: number): Promise<void> {
  await trx
    .selectFrom('wallets')
    .select('player_id')
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Holds a player whose call was let in before: it writes nothing for an account that was deleted
 * meanwhile. Throws Refusal 401 `session/required`.
 */
export async function lockCaller(trx: Trx, playerId: number): Promise<void> {
  if (!(await lockUndeleted(trx, playerId))) throw signInRefusal();
}

/** Holds a player whose account is not deleted; `false` for one whose account is. */
export async function lockUndeleted(trx: Trx, playerId: number): Promise<boolean> {
  await lockPlayer(trx, playerId);
  const { deleted_at } = await trx
    .selectFrom('players')
    .select('deleted_at')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return deleted_at === null;
}

/** Whether no account has the number of a row. */
export function isNobodys(column: 'consents.phone' | 'airtime_charges.phone') {
  return sql<boolean>`not exists (select from players where phone = ${sql.ref(column)})`;
}

/** The pool on whose boards a player's rounds of now count (game.md#pools). */
export async function readPool(db: Db, playerId: number): Promise<Pool> {
  const { network } = await db
    .selectFrom('players')
    .select('network')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return poolOf(network);
}

/** Holds a number until the transaction ends: others who hold it wait in turn. */
export async function lockNumber(trx: Trx, phone: string): Promise<void> {
  await lockText(trx, `number ${phone}`);
}

/** Whether a player's plan runs, as a part of a statement. */
export function planRuns(playerId: number, now: number) {
  const at = sql`${new Date(now)}::timestamptz`;
  return sql<boolean>`exists (select from subscriptions
    where player_id = ${playerId}::bigint and starts_at <= ${at} and ends_at > ${at})`;
}

export async function isActive(db: Db, playerId: number, now: number): Promise<boolean> {
  const { runs } = await db
    .selectNoFrom(planRuns(playerId, now).as('runs'))
    .executeTakeFirstOrThrow();
  return runs;
}

/** The player as the contract shows them, with coins, points and subscription as of `now`. */
export async function readUser(db: Db, playerId: number, now: number): Promise<User> {
  const row = await db
    .selectFrom('players')
    .innerJoin('wallets', 'wallets.player_id', 'players.id')
    .selectAll('players')
    .select(['wallets.coins', 'wallets.tickets'])
    .select(pointsInPeriod('weekly', playerId, now).as('points'))
    .select(planRuns(playerId, now).as('is_active'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('bank_accounts')
            .select(sql`1`.as('one'))
            .whereRef('bank_accounts.player_id', '=', 'players.id'),
        )
        .as('has_bank'),
    )
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  return {
    id: String(row.id),
    name: row.nickname,
    username: row.username,
    email: row.email,
    phone: row.phone,
    image: row.image,
    dob: row.dob,
    gender: row.gender,
    state: row.home_state,
    city: row.home_city,
    platform: row.platform,
    isActive: row.is_active,
    paymentToken: null,
    pointBalance: row.coins,
    highScore: row.points,
    ...(row.tickets > 0 && { rushTickets: row.tickets }),
    createdAt: row.created_at.toISOString(),
    network: row.network,
    dark: row.dark,
    hasBank: Boolean(row.has_bank),
  };
}

/** A new player whose fields have been checked; `phone` is 234 and ten digits. */
type CheckedPlayer = {
  name: string;
  email: string;
  phone: string;
  platform: string;
  /** The names in the link that led here. */
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

/** How long what the operator has taken away can't be chosen anew (profile.md#what-the-operator-takes-away). */
const LOCK_MS = 30 * DAY_MS;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

/** The instants until which a player may not choose a picture or a nickname; `null` where they may. */
type Locks = { picture: Date | null; name: Date | null };

/** The locks of a player that hold. */
export async function readLocks(db: Db, playerId: number, now: number): Promise<Locks> {
  const { picture_locked_until, name_locked_until } = await db
    .selectFrom('players')
    .select(['picture_locked_until', 'name_locked_until'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  const held = (until: Date | null) => (until !== null && until.getTime() > now ? until : null);
  return { picture: held(picture_locked_until), name: held(name_locked_until) };
}

/** Keeps a player from choosing a picture, or a nickname, for 30 days. */
export async function lock(
  trx: Trx,
  playerId: number,
  what: keyof Locks,
  now: number,
): Promise<void> {
  const until = new Date(now + LOCK_MS);
  await trx
    .updateTable('players')
    .set(what === 'picture' ? { picture_locked_until: until } : { name_locked_until: until })
    .where('id', '=', playerId)
    .execute();
}

/** Lets a player choose both again; gives whether anything was locked. */
export async function liftLocks(trx: Trx, playerId: number, now: number): Promise<boolean> {
  const { picture, name } = await readLocks(trx, playerId, now);
  await trx
    .updateTable('players')
    .set({ picture_locked_until: null, name_locked_until: null })
    .where('id', '=', playerId)
    .execute();
  return picture !== null || name !== null;
}

/** Throws Refusal 403 `picture/locked`, `name/locked` for a choice that is locked; the player is held. */
export async function refuseLocked(
  trx: Trx,
  playerId: number,
  { nickname, hasPicture }: { nickname: string | undefined; hasPicture: boolean },
  now: number,
): Promise<void> {
  if (nickname === undefined && !hasPicture) return;
  const { picture, name } = await readLocks(trx, playerId, now);
  if (hasPicture && picture !== null) {
    const message = `We removed your picture. You can choose a new one from ${DAY.format(picture)}. Is this wrong? Contact Us.`;
    throw new Refusal(403, 'picture/locked', message);
  }
  if (nickname === undefined || name === null) return;
  const kept = await trx
    .selectFrom('players')
    .select('nickname')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  // A client that sends the whole form sends the player's present name too.
  if (kept.nickname === nickname) return;
  const message = `We changed your nickname to ${kept.nickname}. You can choose another one from ${DAY.format(name)}. Is this wrong? Contact Us.`;
  throw new Refusal(403, 'name/locked', message);
}

/** A player with one of these names would seem to speak for us. */
const OUR_OWN = ['admin', 'mastermind', 'moderator', 'official', 'staff', 'support', 'system'];

/** Signs that draw letters which Unicode's own list does not know, or as others than a name needs. */
const DRAWS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', $: 's', '!': 'l', '|': 'l', i: 'l' },
  ...{ ᴀ: 'a', ᴅ: 'd', ʍ: 'rn', π: 'n', η: 'n', ɴ: 'n', ᴛ: 't', ꜱ: 's' },
};

const MARKS = /\p{M}/gu;

/** A name as it is kept; `null` where the rules refuse it or it looks like one of ours (game.md#usernames). */
export function readName(typed: string): string | null {
  const name = readUsername(typed);
  return name === null || isOurs(name) ? null : name;
}

/** Why a name is refused, as its player is told. */
export function nameFault(typed: string, what: 'username' | 'nickname'): string {
  return (
    joinedEmojiFault(typed) ??
    `Choose a ${what} of 1 to ${USERNAME_MAX} characters that can all be seen, and not one of ours`
  );
}

function isOurs(name: string): boolean {
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
  const plain = lettersOf(name);
  // Digits stand for letters, or beside the name.
  const readings = [drawn(plain), drawn(plain.replace(/\d+/g, ''))];
  const words = [...readings.flatMap((reading) => reading.split(/[^\p{L}]+/u)), ...readings];
  return words.some((word) => OURS_DRAWN.has(letters(word)));
}

const drawn = (text: string): string =>
  [...unhomoglyph(text).toLowerCase()].map((sign) => DRAWS[sign] ?? sign).join('');

const OURS_DRAWN = new Set(OUR_OWN.map(drawn));

/** Small letters without marks; those in squares and circles as they are meant. */
function lettersOf(name: string): string {
  const meant = [...name].map((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const framed = [0x1f1e6, 0x1f150, 0x1f170].find((first) => code >= first && code < first + 26);
    return framed === undefined ? sign : String.fromCharCode(0x61 + code - framed);
  });
  return meant.join('').normalize('NFKD').toLowerCase().replace(MARKS, '');
}
