import { readFileSync } from 'node:fs';
import { HOUSE, NETWORKS } from '../../src/rules/networks.ts';

/** The browser's own bar, light and dark: it is drawn before any style is known. */
type Bar = readonly [light: string, dark: string];

/**
 * What the script in the head of index.html knows of the brands, as JavaScript: the colours of the
 * browser's bar by brand, and the brand of the build. Only the build reads this.
 * @param built the network that this copy of the app is built for
 * @param networks the networks that there are
 * @throws an Error for a brand without a palette in the design tokens
 */
export function headBrands(
  built: string | undefined,
  networks: readonly { id: string }[] = NETWORKS,
): string {
  const bars = Object.fromEntries(networks.map(({ id }) => [id, barOf(id)]));
  return JSON.stringify({ bars, built: built || HOUSE.id });
}

function barOf(id: string): Bar {
  if (id === HOUSE.id) return [night('tokens', ':root'), night('dark', '[data-theme="dark"]')];
  const light = `[data-brand="${id}"]`;
  return [night('brands', light), night('brands', `${light}[data-theme="dark"]`)];
}

/** `--c-night` in the block of a selector. */
function night(file: 'tokens' | 'dark' | 'brands', selector: string): string {
  const path = `src/app/styles/${file}.css`;
  const block = readFileSync(path, 'utf8').split(`${selector} {`)[1]?.split('}')[0];
  const colour = /--c-night: (#\w+);/.exec(block ?? '')?.[1];
  if (!colour) throw new Error(`${path} has no --c-night for ${selector}.`);
  return colour;
}
