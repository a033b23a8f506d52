import { pick } from '../../generator/seeded.ts';

/**
 * Keeps at most `most` rows of each name, so that no player or manager comes up again and again. It
 * keeps one row that the name picks by its hash, and the last of the others.
 */
export function atMost<Row>(most: number, rows: readonly Row[], name: (row: Row) => string): Row[] {
  return [...Map.groupBy(rows, name)].flatMap(([group, all]) => {
    const picked = pick(all, group);
    const others = all.filter((one) => one !== picked);
    return [picked, ...others.slice(others.length - Math.min(most - 1, others.length))];
  });
}
