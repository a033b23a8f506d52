/**
 * A copy in random order, by the numbers of `next` (Fisher and Yates). Every order is equally
 * likely.
 */
export function shuffle<Item>(items: readonly Item[], next: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}

/**
 * A copy in random order, by the numbers of `next`, with as few neighbours of one kind as possible.
 * The item before the copy's first item has the kind `before`.
 */
export function spread<Item>(
  items: readonly Item[],
  kindOf: (item: Item) => string,
  next: () => number,
  before?: string,
): Item[] {
  const rest = shuffle(items, next).map((item) => ({ item, kind: kindOf(item) }));
  const order: typeof rest = [];
  while (rest.length > 0) {
    const last = order.at(-1)?.kind ?? before;
    const fewest = fewestPairs(rest, last);
    const first = rest.findIndex(({ kind }, index) => {
      const pairs = kind === last ? 1 : 0;
      return pairs + fewestPairs(rest.toSpliced(index, 1), kind) === fewest;
    });
    order.push(...rest.splice(first, 1));
  }
  return order.map(({ item }) => item);
}

/**
 * The least number of neighbours of one kind when these items follow an item of kind `last`. The
 * items of a kind can be placed before, between and after the other items. Items of kind `last`
 * cannot be placed before them.
 */
function fewestPairs(items: readonly { kind: string }[], last: string | undefined): number {
  const counts = new Map<string, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  let fewest = 0;
  for (const [kind, count] of counts) {
    const gaps = items.length - count + (kind === last ? 0 : 1);
    fewest = Math.max(fewest, count - gaps);
  }
  return fewest;
}
