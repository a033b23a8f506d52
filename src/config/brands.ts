/** An operator's looks and content (accounts §1, §6). Its palette is `[data-brand="id"]` in the design tokens. */
export type Brand = {
  /** The value of `network` that chooses it, and of `data-brand` on the document. */
  id: string;
  /** What stands on the wordmark's line beside the game's own name; nothing for the house. */
  partner: string | null;
  /** The large text behind the rows of a board (gameplay §6). */
  watermark: string | null;
  /** What the players of this network are not shown (accounts §6). */
  hides: { raffle: boolean };
  /** Which promo its rules and boards tell of: weekly cash, or the tiers of a day. */
  promo: 'weekly-cash' | 'daily-tiers';
  /** The browser's own bar, light and dark: `--c-night` of the palette, known before any style is. */
  barColours: readonly [light: string, dark: string];
};

/** The game's own looks: every network that has none of its own. */
export const HOUSE_BRAND: Brand = {
  id: 'all',
  partner: null,
  watermark: null,
  hides: { raffle: false },
  promo: 'weekly-cash',
  barColours: ['#06232b', '#062932'],
};

/** All brands. One more operator is one more entry here and its palette in the tokens. */
export const BRANDS: readonly Brand[] = [
  HOUSE_BRAND,
  {
    id: 'glo',
    partner: 'glo',
    watermark: 'glo',
    hides: { raffle: true },
    promo: 'daily-tiers',
    barColours: ['#053018', '#063519'],
  },
];

/** Whether a text from outside names a brand. */
export function isBrandId(text: unknown): text is string {
  return BRANDS.some(({ id }) => id === text);
}

/**
 * The brand to show: that of the player's network; where the network is not known, the one the
 * visit came with; else the build's.
 * @param network the session's network; `all` where nobody has said
 * @param visit what `?network=` asked for on this visit, `null` where it didn't
 * @param built the network that this copy of the app is built for
 */
export function brandOf(network: string, visit: string | null, built: string): Brand {
  const id = network === HOUSE_BRAND.id ? (visit ?? built) : network;
  return BRANDS.find((brand) => brand.id === id) ?? HOUSE_BRAND;
}
