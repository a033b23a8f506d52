/** A copy in an order drawn from `next` (Fisher and Yates): every order is equally likely. */
export function shuffle<Item>(items: readonly Item[], next: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}

/**
 * A copy in an order from `next` with as few neighbours of one kind as possible; the question
 * before it was of kind `before`.
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
 * The least number of neighbours of one kind when these items follow one of kind `last`. A kind
 * fits into the gaps that the others leave: before, between and after them, but not before if it
 * came last.
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
