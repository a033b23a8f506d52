/** Players who share boards and prizes: a network with prizes of its own is one (game.md#pools). */
export const POOLS = ['all', 'glo'] as const;

export type Pool = (typeof POOLS)[number];

/** What can be won; no network has to have all of it. */
export type Prize = 'weekly-cash' | 'monthly-prize' | 'daily-cash' | 'raffle';

type Entry = {
  /** The value of `network` and of `data-brand`, which chooses the palette in the design tokens. */
  id: string;
  /** The operator's name, on the wordmark and behind the rows of a board; `null`: the game's own looks. */
  name: string | null;
  /** The three digits after 234 that its numbers begin with. */
  prefixes: readonly string[];
  /** Whose boards its players stand on, and whose prizes they win (game.md#pools). */
  pool: Pool;
  /** What its players can win; what tells of any other prize is hidden from them. */
  prizes: readonly Prize[];
};

/** One more operator is one more entry here, and its palette in `src/app/styles/brands.css`. */
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

/** The id of a network that the game knows by name, or `all` for every other. */
export type NetworkId = (typeof ENTRIES)[number]['id'];

export type Network = Entry & { id: NetworkId };

/** Every network that has no entry of its own plays under this one. */
export const HOUSE: Network = ENTRIES[0];

export const NETWORKS: readonly Network[] = ENTRIES;

/** The network that a stored phone's prefix belongs to (pages.md#networks-and-brands). */
export function networkOf(phone: string): NetworkId {
  const prefix = phone.slice(3, 6);
  return (NETWORKS.find(({ prefixes }) => prefixes.includes(prefix)) ?? HOUSE).id;
}

/** The pool of a network by its id; one that the game does not know by name plays with the rest. */
export function poolOf(network: string): Pool {
  return (NETWORKS.find(({ id }) => id === network) ?? HOUSE).pool;
}
