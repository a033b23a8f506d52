import { BRANDS, HOUSE_BRAND } from './brands.ts';

/**
 * What the script in the head of index.html knows of the brands, as JavaScript: the colours of the
 * browser's bar by brand, and the brand of the build. Only the build reads this.
 */
export function headBrands(built: string | undefined): string {
  const bars = Object.fromEntries(BRANDS.map(({ id, barColours }) => [id, barColours]));
  return JSON.stringify({ bars, built: built || HOUSE_BRAND.id });
}
