import { sql } from 'kysely';
import { CARRIER_PLAYERS_MIN } from '../rounds/shared-rounds.ts';

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
