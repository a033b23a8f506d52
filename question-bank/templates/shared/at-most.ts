import { pick } from '../../generator/seeded.ts';

/**
 * At most `most` rows under one name, so that no player or manager comes up again and again: one
 * that the seed picks, and the last of the others.
 */
export function atMost<Row>(most: number, rows: readonly Row[], name: (row: Row) => string): Row[] {
  return [...Map.groupBy(rows, name)].flatMap(([group, all]) => {
    const picked = pick(all, group);
    const others = all.filter((one) => one !== picked);
    return [picked, ...others.slice(others.length - Math.min(most - 1, others.length))];
  });
}
