import { sql } from 'kysely';
import { DAY_MS, type Period } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';
import { CARRIER_PLAYERS_MIN } from '../rounds/traces.ts';

/** Another player who may be the same person, and what the two accounts share. */
type Sharer = { playerId: number; shared: ('account' | 'device' | 'payer' | 'address')[] };

/**
 * The other players who may be the same person as a player (game.md#one-account). These are players who have
 * the player's bank account or were paid to it, under any code of its bank. They are also players whose
 * account holder has the same name, if they share a device, a payer or a small address with the player too. A
 * name alone is not enough, because many people share it; a carrier's address is not enough, because
 * everybody shares it.
 */
export async function accountSharers(db: Db, playerId: number): Promise<Sharer[]> {
  const { rows } = await sql<Record<Sharer['shared'][number], boolean> & { playerId: number }>`
    with own as (
      select account_hash, holder_hash, number_hash
      from bank_accounts left join account_marks using (account_hash) where player_id = ${playerId}
    ), alike as (
      select account_hash, true as is_same from own
      union all
      select other.account_hash, other.number_hash = own.number_hash
      from own join account_marks other using (holder_hash)
      where other.account_hash <> own.account_hash
    ), others as (
      select player_id, bool_or(is_same) as account from (
        select player_id, is_same from bank_accounts join alike using (account_hash)
        union all
        select player_id, is_same from payouts join alike using (account_hash)
      ) as having_it
      where player_id <> ${playerId} group by player_id
    ), device as (
      select distinct device_hash from rush_runs
      where player_id = ${playerId} and device_hash is not null
    ), own_address as (
      select address_hash from rounds where player_id = ${playerId} and address_hash is not null
      union
      select address_hash from rush_runs where player_id = ${playerId} and address_hash is not null
    ), address as (
      select address_hash from own_address where (
        select count(*) from (
          (select distinct player_id from rounds
            where address_hash = own_address.address_hash limit ${CARRIER_PLAYERS_MIN})
          union
          (select distinct player_id from rush_runs
            where address_hash = own_address.address_hash limit ${CARRIER_PLAYERS_MIN})
        ) as behind
      ) < ${CARRIER_PLAYERS_MIN}
    ), number as (
      select phone from players where id = ${playerId}
    ), payer as (
      select ${PAYER} as payer from payments
      where player_id = ${playerId} and state = 'paid' and ${PAYER} is not null
    )
    select * from (
      select player_id as "playerId", account,
        exists (select from rush_runs join device using (device_hash)
          where player_id = others.player_id) as device,
        exists (select from payments
          where player_id = others.player_id and state = 'paid'
            and ${PAYER} in (table payer union all table number))
          or exists (select from players where id = others.player_id and phone in (table payer))
          as payer,
        exists (select from rounds join address using (address_hash)
          where player_id = others.player_id)
          or exists (select from rush_runs join address using (address_hash)
            where player_id = others.player_id) as address
      from others
    ) as found
    where account or device or payer or address
    order by "playerId"
  `.execute(db);
  const signs = ['account', 'device', 'payer', 'address'] as const;
  return rows.map((row) => ({
    playerId: Number(row.playerId),
    shared: signs.filter((sign) => row[sign]),
  }));
}

/**
 * Something that several accounts of one person would have in common. `mark` is a signed value or a number.
 */
export type SharedMark = {
  playerId: number;
  what: 'address' | 'bank' | 'device' | 'payer' | 'ring';
  mark: string;
};

/**
 * Who paid a row of `payments`: a wallet's number, or the provider's mark of the card. It is null for
 * airtime.
 */
const PAYER = sql<string | null>`coalesce(payer, said->>'card')`;

/**
 * Groups players who share marks, directly or through other players (game.md#accounts-that-are-each-others).
 * Gives a function from a player to the lowest id of their group; a player who shares nothing gets their own
 * id. Addresses that have players in common count as one network. A network of 20 players or more is taken
 * for a carrier's and left out.
 */
export function groupRelated(signs: readonly SharedMark[]): (playerId: number) => number {
  const isNetwork = ({ what }: SharedMark) => what === 'address';
  const networks = joined(signs.filter(isNetwork));
  const sizes = Map.groupBy(
    new Set(signs.filter(isNetwork).map(({ playerId }) => playerId)),
    networks,
  );
  const weighing = signs.filter(
    (sign) =>
      !isNetwork(sign) || (sizes.get(networks(sign.playerId))?.length ?? 0) < CARRIER_PLAYERS_MIN,
  );
  return joined(weighing);
}

/** The groups of two or more players who share these marks, directly or through others. */
function ringsOf(signs: readonly SharedMark[]): number[][] {
  const players = new Set(signs.map(({ playerId }) => playerId));
  return [...Map.groupBy(players, groupRelated(signs)).values()].filter(({ length }) => length > 1);
}

/** Groups all players who share a mark, directly or through others. */
function joined(signs: readonly SharedMark[]): (playerId: number) => number {
  const above = new Map<number, number>();
  const rootOf = (playerId: number): number => {
    let root = playerId;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    // Shortens the path to the root for later calls.
    for (let at = playerId; at !== root; ) {
      const next = above.get(at) ?? root;
      above.set(at, root);
      at = next;
    }
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const { playerId, what, mark } of signs) {
    const sign = `${what} ${mark}`;
    const first = firstWith.get(sign);
    if (first === undefined) {
      firstWith.set(sign, playerId);
      continue;
    }
    const [one, other] = [rootOf(first), rootOf(playerId)];
    if (one !== other) above.set(Math.max(one, other), Math.min(one, other));
  }
  return rootOf;
}

/** A run that was open for longer adds nothing to its day's tier. */
export const OPEN_FOR_MS = 3 * DAY_MS;

/** Payments by one player for another are searched for up to this long before the day. */
const PAYER_MEMORY_MS = 90 * DAY_MS;

/** The groups of a day's players who share marks, as they are stored when the day is settled. */
export async function readRings(db: Db, period: Period): Promise<number[][]> {
  return ringsOf(await readSigns(db, period));
}

/** Gives what `groupRelated` gives, for the players of a day (game.md#accounts-that-are-each-others). */
export async function readKin(db: Db, period: Period): Promise<(playerId: number) => number> {
  return groupRelated(await readSigns(db, period));
}

/** The marks of all players of a day's runs, in all pools. */
async function readSigns(db: Db, { startsAt, endsAt }: Period): Promise<SharedMark[]> {
  const { rows } = await sql<SharedMark>`
    with played as materialized (
      select distinct player_id, device_hash, address_hash from rush_runs
      where opened_at >= ${new Date(startsAt - OPEN_FOR_MS)} and opened_at < ${new Date(endsAt)}
        and closed_at >= ${new Date(startsAt)} and state = 'counted'
    ), player as (select distinct player_id from played)
    select player_id as "playerId", 'device' as what, device_hash as mark
      from played where device_hash is not null
    union select player_id, 'address', address_hash from played where address_hash is not null
    union select player_id, 'bank', account_hash from bank_accounts join player using (player_id)
    union select player_id, 'bank', account_hash from payouts join player using (player_id)
      where account_hash is not null
    union select player_id, 'payer', ${PAYER}
      from payments join player using (player_id)
      where payments.state = 'paid' and ${PAYER} is not null
        and created_at >= ${new Date(startsAt - PAYER_MEMORY_MS)}
    -- A player's own number counts as a payer too, because it may have paid for another account.
    union select player_id, 'payer', phone from players join player on players.id = player_id
  `.execute(db);
  return [...rows, ...(await readNotedRings(db, startsAt))];
}

/** The groups that were stored when a day was settled, from each pool. */
async function readNotedRings(db: Db, startsAt: number): Promise<SharedMark[]> {
  const settled = await db
    .selectFrom('prize_periods')
    .select(['pool', 'rings'])
    .where('board', '=', 'rush')
    .where('period_start', '=', new Date(startsAt))
    .execute();
  return settled.flatMap(({ pool, rings }) =>
    rings.flatMap((ring, at) =>
      ring.map((playerId) => ({ playerId, what: 'ring' as const, mark: `${pool} ${at}` })),
    ),
  );
}
