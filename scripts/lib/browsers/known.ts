import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { PROMISED } from './promised.ts';

// The features that the promised browsers know, by MDN's data.

type Version = {
  version_added?: string | false | null;
  version_removed?: string | false;
  partial_implementation?: boolean;
} & { [hindrance in 'flags' | 'prefix' | 'alternative_name']?: unknown };
export type Compat = { support: Record<string, Version | Version[]> };
export type Entry = { __compat?: Compat; [part: string]: unknown };

/** Something that a promised browser may lack. */
export type Feature = { name: string; compat: Compat };

const MINIMUM: Record<string, string> = {
  chrome: PROMISED.chrome,
  chrome_android: PROMISED.chrome,
  safari: PROMISED.safari,
  safari_ios: PROMISED.safari,
};

const data = bcd as unknown as Record<'api' | 'css' | 'javascript', Entry>;

/** Whether every promised browser has it, and all that came after. */
export function isKnown({ support }: Compat): boolean {
  return Object.entries(MINIMUM).every(([browser, minimum]) =>
    versionsOf(support[browser]).some((version) => isIn(version, minimum)),
  );
}

function isIn(version: Version, minimum: string): boolean {
  const { version_added: added, flags, prefix, alternative_name: other } = version;
  if (typeof added !== 'string' || added === 'preview' || flags || prefix || other) return false;
  // MDN writes a feature that was partial and is whole now as removed.
  const isGone = Boolean(version.version_removed) && !version.partial_implementation;
  return !isGone && isAtMost(added, minimum);
}

/** `Chrome 110, Safari 16`: since when the promised kinds of browser have it. */
export function sinceWhen({ support }: Compat): string {
  const since = (browser: string) =>
    versionsOf(support[browser])
      .filter(({ flags }) => !flags)
      .map(({ version_added: added }) => added)
      .find((added) => typeof added === 'string') ?? 'none';
  return `Chrome ${since('chrome_android')}, Safari ${since('safari_ios')}`;
}

function versionsOf(support: Version | Version[] | undefined): Version[] {
  // A browser without an entry of its own has all of the interface.
  if (support === undefined) return [{ version_added: '1' }];
  return Array.isArray(support) ? support : [support];
}

function isAtMost(version: string, maximum: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version);
  const [mostMajor = 0, mostMinor = 0] = numbersOf(maximum);
  return major < mostMajor || (major === mostMajor && minor <= mostMinor);
}

const numbersOf = (version: string) => version.replace('≤', '').split('.').map(Number);

/** An entry of MDN's data by its path: `javascript.classes.static.initialization_blocks`. */
export function entryAt(path: string): Entry | undefined {
  return path
    .split('.')
    .reduce<Entry | undefined>((at, part) => at?.[part] as Entry | undefined, data as Entry);
}

/** The feature at the first of the paths that MDN's data has. */
export function featureAt(...paths: string[]): Feature | undefined {
  for (const path of paths) {
    const compat = entryAt(path)?.__compat;
    if (compat) return { name: path.replace(/^(api|javascript\.builtins)\./, ''), compat };
  }
  return undefined;
}

/** The names in an entry that are features of their own. */
export function partsOf(path: string): [name: string, entry: Entry][] {
  const parts = Object.entries(entryAt(path) ?? {}) as [string, Entry][];
  return parts.filter(([name, entry]) => name !== '__compat' && entry.__compat);
}
