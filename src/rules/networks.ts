/** Players who share boards and prizes: a network with prizes of its own is one (game.md#pools). */
export const POOLS = ['all', 'glo'] as const;

export type Pool = (typeof POOLS)[number];

/** The prizes that there are; a network need not have all of them. */
export type Prize = 'weekly-cash' | 'monthly-prize' | 'daily-cash' | 'raffle';

type Entry = {
  /** The value of `network` and of `data-brand`, which chooses the palette in the design tokens. */
  id: string;
  /**
   * The operator's name, on the wordmark and behind the rows of a board; `null` for the game's own
   * looks.
   */
  name: string | null;
  /** The three digits after 234 that its numbers begin with. */
  prefixes: readonly string[];
  /** The pool whose boards its players are on and whose prizes they win (game.md#pools). */
  pool: Pool;
  /** The prizes that its players can win; the app hides everything about other prizes from them. */
  prizes: readonly Prize[];
};

/** A new operator is one more entry here, and its palette in `src/app/styles/brands.css`. */
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

/** The id of a network that the game knows by name, or `all` for any other. */
export type NetworkId = (typeof ENTRIES)[number]['id'];

export type Network = Entry & { id: NetworkId };

/** The entry for every network without one of its own. */
export const HOUSE: Network = ENTRIES[0];

export const NETWORKS: readonly Network[] = ENTRIES;

/** The network that a stored phone's prefix belongs to (pages.md#networks-and-brands). */
export function networkOf(phone: string): NetworkId {
  const prefix = phone.slice(3, 6);
  return (NETWORKS.find(({ prefixes }) => prefixes.includes(prefix)) ?? HOUSE).id;
}

/** The pool of a network by its id; an unknown network plays with the rest. */
export function poolOf(network: string): Pool {
  return (NETWORKS.find(({ id }) => id === network) ?? HOUSE).pool;
}
