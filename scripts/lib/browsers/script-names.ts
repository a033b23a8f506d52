import { type Compat, type Entry, type Feature, featureAt, isKnown, partsOf } from './known.ts';

// Which feature a name in a script means, among all that browsers know.

const GLOBALS = ['self', 'window', 'globalThis'];
/** What is not called as its interface is. */
const INSTANCES: Record<string, string> = {
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
  clients: 'Clients',
};

/** Where a name may be a member: the interfaces that have one of this name. */
const owners = new Map<string, { owner: string; feature: Feature }[]>();
/** The interfaces by the last word of their names: `signal` is an AbortSignal or a TaskSignal. */
const interfaces = new Map<string, string[]>();

for (const root of ['api', 'javascript.builtins', 'javascript.builtins.Intl']) {
  for (const [owner, entry] of partsOf(root)) {
    // What is itself lacking is told where it comes from.
    if (isKnown(entry.__compat as Compat)) {
      const word = lastWord(owner);
      // A built variable of one letter is no CanvasRenderingContext2D.
      if (word.length > 1) interfaces.set(word, [...(interfaces.get(word) ?? []), owner]);
    }
    for (const [name, member] of Object.entries(entry) as [string, Entry][]) {
      const compat = member.__compat;
      if (!compat || name === owner || /_(static|event|permission)$/.test(name)) continue;
      const known = owners.get(name) ?? [];
      owners.set(name, [...known, { owner, feature: { name: `${owner}.${name}`, compat } }]);
    }
  }
}

export type Use = {
  /** `toSorted` of `rows.toSorted()`; of a global its own name. */
  name: string;
  /** The last word of what it is a member of, `signal` of `this.signal.reason`; null of a global. */
  receiver: string | null;
  /** The receiver is a name that the script does not declare. */
  isGlobal: boolean;
  /** `new CSSStyleSheet()` needs more than a CSSStyleSheet. */
  isMade?: boolean;
};

/** What a promised browser lacks of what a use may mean, or undefined. `own` are names that scripts give themselves. */
export function lacking({ name, receiver, isGlobal, isMade }: Use, own: ReadonlySet<string>) {
  if (isMade)
    return lackingOf(featureAt(`javascript.builtins.${name}.${name}`, `api.${name}.${name}`));
  const found =
    receiver === null || (isGlobal && GLOBALS.includes(receiver))
      ? globalNamed(name)
      : ((isGlobal ? staticOf(receiver, name) : undefined) ?? memberOf(receiver, name, own));
  return lackingOf(found);
}

const lackingOf = (feature: Feature | undefined) =>
  feature && !isKnown(feature.compat) ? feature : undefined;

const globalNamed = remembered((name: string) =>
  featureAt(
    `javascript.builtins.${name}`,
    `api.${name}`,
    `api.Window.${name}`,
    `api.WorkerGlobalScope.${name}`,
    `api.ServiceWorkerGlobalScope.${name}`,
  ),
);

function staticOf(owner: string, name: string): Feature | undefined {
  if (/^[a-z]/.test(owner)) return undefined;
  return featureAt(
    `javascript.builtins.${owner}.${name}`,
    `api.${owner}.${name}_static`,
    `api.${owner}.${name}`,
  );
}

function memberOf(receiver: string, name: string, own: ReadonlySet<string>): Feature | undefined {
  const asGlobal = globalNamed(name);
  if (asGlobal && isKnown(asGlobal.compat)) return undefined;
  const all = owners.get(name) ?? [];
  const kinds = INSTANCES[receiver] ? [INSTANCES[receiver]] : interfaces.get(lastWord(receiver));
  const likely = all.filter(({ owner }) => kinds?.includes(owner));
  // A name that scripts give to their own objects tells nothing where the receiver does not, either.
  const meant = likely.length > 0 ? likely : own.has(name) ? [] : all;
  if (meant.some(({ feature }) => isKnown(feature.compat))) return undefined;
  return meant[0]?.feature;
}

function lastWord(name: string): string {
  return (/[A-Z]*[a-z0-9]*$/.exec(name)?.[0] ?? name).toLowerCase();
}

function remembered<Found>(find: (name: string) => Found): (name: string) => Found {
  const found = new Map<string, Found>();
  return (name) => {
    if (!found.has(name)) found.set(name, find(name));
    return found.get(name) as Found;
  };
}
