import { sql } from 'kysely';
import type { User } from '../../src/contract/user.ts';
import { type Pool, poolOf } from '../../src/rules/networks.ts';
import { plainDigits } from '../../src/rules/numbers.ts';
import { isStoredPhone, readTypedPhone } from '../../src/rules/phone.ts';
import { pointsInPeriod } from '../boards/read.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { signInRefusal } from './authorization.ts';

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
 * Holds the player's row until the transaction ends, so that what one player does in several places
 * at the same time happens one after the other.
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

/** That no account has the number of a row. */
export function isNobodys(column: 'consents.phone' | 'airtime_charges.phone') {
  return sql<boolean>`not exists (select from players where phone = ${sql.ref(column)})`;
}

/** Whose boards a player stands on with what is issued now (game.md#pools). */
export async function readPool(db: Db, playerId: number): Promise<Pool> {
  const { network } = await db
    .selectFrom('players')
    .select('network')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return poolOf(network);
}

/** Lets what happens to one number happen one after the other, until the transaction ends. */
export async function lockNumber(trx: Trx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`number ${phone}`}, 0))`.execute(trx);
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
