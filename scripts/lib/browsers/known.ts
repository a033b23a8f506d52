import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { PROMISED } from './promised.ts';

// Finds in MDN's data which features the promised browsers know.

type Version = {
  version_added?: string | false | null;
  version_removed?: string | false;
  partial_implementation?: boolean;
} & { [hindrance in 'flags' | 'prefix' | 'alternative_name']?: unknown };
export type Compat = { support: Record<string, Version | Version[]> };
export type Entry = { __compat?: Compat; [part: string]: unknown };

/** A feature that a promised browser may lack. */
export type Feature = { name: string; compat: Compat };

const MINIMUM: Record<string, string> = {
  chrome: PROMISED.chrome,
  chrome_android: PROMISED.chrome,
  safari: PROMISED.safari,
  safari_ios: PROMISED.safari,
};

const data = bcd as unknown as Record<'api' | 'css' | 'javascript', Entry>;

/** Whether the oldest promised browsers and all later versions have a feature. */
export function isKnown({ support }: Compat): boolean {
  return Object.entries(MINIMUM).every(([browser, minimum]) =>
    versionsOf(support[browser]).some((version) => isIn(version, minimum)),
  );
}

function isIn(version: Version, minimum: string): boolean {
  const { version_added: added, flags, prefix, alternative_name: other } = version;
  if (typeof added !== 'string' || added === 'preview' || flags || prefix || other) return false;
  // When partial support became full support, MDN lists the partial support as removed.
  const isGone = Boolean(version.version_removed) && !version.partial_implementation;
  return !isGone && isAtMost(added, minimum);
}

/** Since which versions browsers have a feature, as `Chrome 110, Safari 16`. */
export function sinceWhen({ support }: Compat): string {
  const since = (browser: string) =>
    versionsOf(support[browser])
      .filter(({ flags }) => !flags)
      .map(({ version_added: added }) => added)
      .find((added) => typeof added === 'string') ?? 'none';
  return `Chrome ${since('chrome_android')}, Safari ${since('safari_ios')}`;
}

function versionsOf(support: Version | Version[] | undefined): Version[] {
  // A browser without an entry of its own has the whole interface.
  if (support === undefined) return [{ version_added: '1' }];
  return Array.isArray(support) ? support : [support];
}

function isAtMost(version: string, maximum: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [mostMajor = 0, mostMinor = 0] = numbersOf(maximum);
  return major < mostMajor || (major === mostMajor && minor <= mostMinor);
}

const numbersOf = (version: string) => version.replace('≤', '').split('.').map(Number);

/** Finds an entry of MDN's data by its path, such as `javascript.classes.static.initialization_blocks`. */
export function entryAt(path: string): Entry | undefined {
  return path
    .split('.')
    .reduce<Entry | undefined>((at, part) => at?.[part] as Entry | undefined, data as Entry);
}

/** Finds the feature at the first of these paths that is in MDN's data. */
export function featureAt(...paths: string[]): Feature | undefined {
  for (const path of paths) {
    const compat = entryAt(path)?.__compat;
    if (compat) return { name: path.replace(/^(api|javascript\.builtins)\./, ''), compat };
  }
  return undefined;
}

/** Lists the parts of an entry that are features too. */
export function partsOf(path: string): [name: string, entry: Entry][] {
  const parts = Object.entries(entryAt(path) ?? {}) as [string, Entry][];
  return parts.filter(([name, entry]) => name !== '__compat' && entry.__compat);
}
