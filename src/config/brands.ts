/** What an operator changes in the app. The palette itself is in the design tokens. */
export type Brand = {
  /** The value of `data-brand` on the document. */
  id: string;
  /** Written large behind the rows of its leaderboards; `null` for none. */
  watermark: string | null;
};

const BRANDS: Readonly<Record<string, Brand>> = {
  all: { id: 'all', watermark: null },
  glo: { id: 'glo', watermark: 'glo' },
};

const DEFAULT_BRAND: Brand = { id: 'all', watermark: null };

/** The brand of a network (accounts §1); an unknown network has the house's own. */
export function brandOf(network: string): Brand {
  return BRANDS[network] ?? DEFAULT_BRAND;
}
