import { hash } from '../text/hash.ts';

/** Puts the items in an order that depends only on the seed and on the items' names. */
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

/** Picks an item by the seed. Throws when there are no items. */
export function pick<Item>(items: readonly Item[], seed: string): Item {
  const item = items[hash(seed) % items.length];
  if (item === undefined) throw new Error(`nothing to pick from for ${seed}`);
  return item;
}
