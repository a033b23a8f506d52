import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import { CARRIER_PLAYERS_MIN } from '../rounds/open.ts';

/** A player whose account may be somebody's who has another: the very account, or its holder's. */
type Sharer = { playerId: number; shared: ('account' | 'device' | 'payer' | 'address')[] };

/**
 * The other players who have a player's bank account, under whatever code of its bank, or were paid to
 * it; and those of its holder's name who share a device, a payer or a small address with the player
 * besides (game.md#one-account). A name alone is many people's, and a carrier's address is everybody's.
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

/** Something that players have in common who may be one person's accounts; `mark` is signed or a number. */
export type Sign = {
  playerId: number;
  what: 'address' | 'bank' | 'device' | 'payer' | 'ring';
  mark: string;
};

/** Who paid for a row of `payments`: a wallet's number, or its provider's mark of the card; null of airtime. */
export const PAYER = sql<string | null>`coalesce(payer, said->>'card')`;

/**
 * Who belongs together, by what they share, also over others (game.md#accounts-that-are-each-others): a
 * function from a player to the lowest id of their group, their own where they share nothing. Addresses
 * that share players are one network: with 20 players or more it is a carrier's and weighs nothing.
 */
export function groupRelated(signs: readonly Sign[]): (playerId: number) => number {
  const isNetwork = ({ what }: Sign) => what === 'address';
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

/** Those of the players with these signs who belong to somebody else too, group by group. */
export function ringsOf(signs: readonly Sign[]): number[][] {
  const players = new Set(signs.map(({ playerId }) => playerId));
  return [...Map.groupBy(players, groupRelated(signs)).values()].filter(({ length }) => length > 1);
}

/** Joins all who have a sign in common. */
function joined(signs: readonly Sign[]): (playerId: number) => number {
  const above = new Map<number, number>();
  const rootOf = (playerId: number): number => {
    let root = playerId;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    // Shortens the way for whoever asks next.
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
