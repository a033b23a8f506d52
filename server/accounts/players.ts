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

/**
 * Gives a phone number as it is stored, 234 and ten digits, from any form that a player types or a link
 * brings.
 */
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
 * Locks a player until the transaction ends, by the row of their wallet. Calls of one player that arrive at
 * the same time then run one after the other.
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
 * Locks the player of a call. The account may have been deleted since the call was let in, and nothing may be
 * written for a deleted account. Throws Refusal 401 `session/required` in that case.
 */
export async function lockCaller(trx: Trx, playerId: number): Promise<void> {
  if (!(await lockUndeleted(trx, playerId))) throw signInRefusal();
}

/** Locks a player whose account exists; `false` if the account was deleted. */
export async function lockUndeleted(trx: Trx, playerId: number): Promise<boolean> {
  await lockPlayer(trx, playerId);
  const { deleted_at } = await trx
    .selectFrom('players')
    .select('deleted_at')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return deleted_at === null;
}

/** An SQL condition: no account has the phone number of this row. */
export function isNobodys(column: 'consents.phone' | 'airtime_charges.phone') {
  return sql<boolean>`not exists (select from players where phone = ${sql.ref(column)})`;
}

/** The pool on whose boards a player's rounds count now (game.md#pools). */
export async function readPool(db: Db, playerId: number): Promise<Pool> {
  const { network } = await db
    .selectFrom('players')
    .select('network')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return poolOf(network);
}

/** Locks a number until the transaction ends. Other calls for the number wait. */
export async function lockNumber(trx: Trx, phone: string): Promise<void> {
  await lockText(trx, `number ${phone}`);
}

/** An SQL condition: whether a player's plan runs at `now`. */
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
  /** The names in the link that brought the player. */
  social?: string | null;
  source?: string | null;
};

/** Checks the fields of a new player, and refuses the first wrong field. */
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

/**
 * Creates a player and gives their id. The `network` of a proof is used rather than the network of the
 * number's prefix.
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

/**
 * How long a player can't choose a new picture or nickname after an operator took theirs away
 * (profile.md#what-the-operator-takes-away).
 */
const LOCK_MS = 30 * DAY_MS;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

/** The times until which a player may not choose a picture or a nickname; `null` if they may. */
type Locks = { picture: Date | null; name: Date | null };

/** The locks of a player that are in force. */
export async function readLocks(db: Db, playerId: number, now: number): Promise<Locks> {
  const { picture_locked_until, name_locked_until } = await db
    .selectFrom('players')
    .select(['picture_locked_until', 'name_locked_until'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  const held = (until: Date | null) => (until !== null && until.getTime() > now ? until : null);
  return { picture: held(picture_locked_until), name: held(name_locked_until) };
}

/** Locks a player's choice of picture or nickname for 30 days. */
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

/** Lets a player choose both again. Gives whether anything was locked. */
export async function liftLocks(trx: Trx, playerId: number, now: number): Promise<boolean> {
  const { picture, name } = await readLocks(trx, playerId, now);
  await trx
    .updateTable('players')
    .set({ picture_locked_until: null, name_locked_until: null })
    .where('id', '=', playerId)
    .execute();
  return picture !== null || name !== null;
}

/**
 * Throws Refusal 403 `picture/locked`, `name/locked` if the player's choice is locked. The caller has locked
 * the player.
 */
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
  // The same nickname is no choice: a client that sends the whole form sends the present nickname too.
  if (kept.nickname === nickname) return;
  const message = `We changed your nickname to ${kept.nickname}. You can choose another one from ${DAY.format(name)}. Is this wrong? Contact Us.`;
  throw new Refusal(403, 'name/locked', message);
}

/** A player with one of these names would seem to speak for the operator. */
const OUR_OWN = ['admin', 'mastermind', 'moderator', 'official', 'staff', 'support', 'system'];

/**
 * Characters that look like a letter. Unicode's list of lookalikes lacks them, or has them as another letter
 * than we need.
 */
const DRAWS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', $: 's', '!': 'l', '|': 'l', i: 'l' },
  ...{ ᴀ: 'a', ᴅ: 'd', ʍ: 'rn', π: 'n', η: 'n', ɴ: 'n', ᴛ: 't', ꜱ: 's' },
};

const MARKS = /\p{M}/gu;

/**
 * Gives a name as it is stored; `null` if the rules refuse it or it looks like a name of ours
 * (game.md#usernames).
 */
export function readName(typed: string): string | null {
  const name = readUsername(typed);
  return name === null || isOurs(name) ? null : name;
}

/** The message to a player whose name is refused. */
export function nameFault(typed: string, what: 'username' | 'nickname'): string {
  return (
    joinedEmojiFault(typed) ??
    `Choose a ${what} of 1 to ${USERNAME_MAX} characters that can all be seen, and not one of ours`
  );
}

function isOurs(name: string): boolean {
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
  const plain = lettersOf(name);
  // Digits may be letters in disguise or an addition to the name, so the name is read in both ways.
  const readings = [drawn(plain), drawn(plain.replace(/\d+/g, ''))];
  const words = [...readings.flatMap((reading) => reading.split(/[^\p{L}]+/u)), ...readings];
  return words.some((word) => OURS_DRAWN.has(letters(word)));
}

const drawn = (text: string): string =>
  [...unhomoglyph(text).toLowerCase()].map((sign) => DRAWS[sign] ?? sign).join('');

const OURS_DRAWN = new Set(OUR_OWN.map(drawn));

/** Gives small letters without marks. Letters in squares and circles become plain letters. */
function lettersOf(name: string): string {
  const meant = [...name].map((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const framed = [0x1f1e6, 0x1f150, 0x1f170].find((first) => code >= first && code < first + 26);
    return framed === undefined ? sign : String.fromCharCode(0x61 + code - framed);
  });
  return meant.join('').normalize('NFKD').toLowerCase().replace(MARKS, '');
}
