/** A 32-bit hash (FNV-1a with a final mix): the same text gives the same number everywhere. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The items in an order that depends on the seed and on each item's name alone. */
export function shuffled<Item>(
  items: readonly Item[],
  seed: string,
  name: (item: Item) => string,
): Item[] {
  const rank = (item: Item): number => hash(`${seed} ${name(item)}`);
  return items.toSorted((a, b) => rank(a) - rank(b) || (name(a) < name(b) ? -1 : 1));
}

/** One of the items, chosen by the seed; throws when there is none. */
export function pick<Item>(items: readonly Item[], seed: string): Item {
  const item = items[hash(seed) % items.length];
  if (item === undefined) throw new Error(`nothing to pick from for ${seed}`);
  return item;
}
