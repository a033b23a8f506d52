const ENCODER = new TextEncoder();
const BYTES = new Uint8Array(4096);

/** A 32-bit hash (FNV-1a with a final mix): the same text gives the same number everywhere. */
export function hash(text: string): number {
  const { written } = ENCODER.encodeInto(text, BYTES);
  let value = 0x811c9dc5;
  for (let index = 0; index < written; index += 1) {
    value = Math.imul(value ^ (BYTES[index] ?? 0), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The items in an order that depends on the seed and on each item's name alone. */
export function shuffled<Item>(
  items: readonly Item[],
  seed: string,
  nameOf: (item: Item) => string,
): Item[] {
  return items
    .map((item) => {
      const name = nameOf(item);
      return { item, name, rank: hash(`${seed} ${name}`) };
    })
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ item }) => item);
}

/** One of the items, chosen by the seed; throws when there is none. */
export function pick<Item>(items: readonly Item[], seed: string): Item {
  const item = items[hash(seed) % items.length];
  if (item === undefined) throw new Error(`nothing to pick from for ${seed}`);
  return item;
}
