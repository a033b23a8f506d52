import { sql } from 'kysely';
import { DAY_MS, type Period } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';
import { CARRIER_PLAYERS_MIN } from '../rounds/traces.ts';

/** A player who may be the same person as another, by the bank account or by its holder. */
type Sharer = { playerId: number; shared: ('account' | 'device' | 'payer' | 'address')[] };

/**
 * The other players who have a player's bank account, under whatever code of its bank, or were paid to it; and
 * those of its holder's name who share a device, a payer or a small address with the player besides
 * (game.md#one-account). Many people share a name, and everybody shares a carrier's address.
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

/** Something that a person's several accounts would have in common; `mark` is signed or a number. */
export type SharedMark = {
  playerId: number;
  what: 'address' | 'bank' | 'device' | 'payer' | 'ring';
  mark: string;
};

/** The payer of a row of `payments`: a wallet's number, or the provider's mark of the card; null for airtime. */
const PAYER = sql<string | null>`coalesce(payer, said->>'card')`;

/**
 * Groups players who share marks, directly or through others (game.md#accounts-that-are-each-others). Gives a
 * function from a player to the lowest id of their group, their own id where they share nothing. Addresses that
 * share players are one network; a network of 20 players or more is a carrier's and counts for nothing.
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

/** The groups of more than one player among those with these marks. */
function ringsOf(signs: readonly SharedMark[]): number[][] {
  const players = new Set(signs.map(({ playerId }) => playerId));
  return [...Map.groupBy(players, groupRelated(signs)).values()].filter(({ length }) => length > 1);
}

/** Joins all players who have a mark in common. */
function joined(signs: readonly SharedMark[]): (playerId: number) => number {
  const above = new Map<number, number>();
  const rootOf = (playerId: number): number => {
    let root = playerId;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    // Shortens the path for the next call.
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

/** Payments for one another are searched back to this long before the day. */
const PAYER_MEMORY_MS = 90 * DAY_MS;

/** The rings among a day's players, as they are noted when the day is settled. */
export async function readRings(db: Db, period: Period): Promise<number[][]> {
  return ringsOf(await readSigns(db, period));
}

/** The groups of a day's players (game.md#accounts-that-are-each-others), as `groupRelated` gives them. */
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
    -- Their own number may pay for another account.
    union select player_id, 'payer', phone from players join player on players.id = player_id
  `.execute(db);
  return [...rows, ...(await readNotedRings(db, startsAt))];
}

/** The rings of a day, in each pool where it is settled. */
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
