/**
 * The pools, whose players share boards and prizes. A network with prizes of its own is a pool
 * (game.md#pools).
 */
export const POOLS = ['all', 'glo'] as const;

export type Pool = (typeof POOLS)[number];

/** The prizes of the game. A network need not have all of them. */
export type Prize = 'weekly-cash' | 'monthly-prize' | 'daily-cash' | 'raffle';

type Entry = {
  /**
   * The value of `network` and of `data-brand`. `data-brand` chooses the palette in the design
   * tokens.
   */
  id: string;
  /**
   * The operator's name, which the wordmark and the background of a board show. `null` for the
   * house brand.
   */
  name: string | null;
  /** The three digits after 234 with which the network's phone numbers begin. */
  prefixes: readonly string[];
  /**
   * The pool of the network's players. They are on its boards and win its prizes (game.md#pools).
   */
  pool: Pool;
  /**
   * The prizes that the network's players can win. The app hides everything about other prizes from
   * them.
   */
  prizes: readonly Prize[];
};

/** A new operator needs an entry here, and a palette in `src/app/styles/brands.css`. */
const ENTRIES = [
  {
    id: 'all',
    name: null,
    prefixes: [],
    pool: 'all',
    prizes: ['weekly-cash', 'monthly-prize', 'daily-cash', 'raffle'],
  },
  {
    id: 'glo',
    name: 'glo',
    prefixes: ['705', '805', '807', '811', '815', '905', '915'],
    pool: 'glo',
    prizes: ['daily-cash'],
  },
] as const satisfies readonly Entry[];

/** The id of a network with an entry, or `all` for any other network. */
export type NetworkId = (typeof ENTRIES)[number]['id'];

export type Network = Entry & { id: NetworkId };

/** The entry for all networks that have no entry of their own. */
export const HOUSE: Network = ENTRIES[0];

export const NETWORKS: readonly Network[] = ENTRIES;

/**
 * The network that the prefix of a stored phone number belongs to (pages.md#networks-and-brands).
 */
export function networkOf(phone: string): NetworkId {
  const prefix = phone.slice(3, 6);
  return (NETWORKS.find(({ prefixes }) => prefixes.includes(prefix)) ?? HOUSE).id;
}

/** The pool of the network with this id. An unknown network has the pool of the house brand. */
export function poolOf(network: string): Pool {
  return (NETWORKS.find(({ id }) => id === network) ?? HOUSE).pool;
}
