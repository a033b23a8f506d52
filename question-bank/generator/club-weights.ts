import type { Weights } from '../rules/weights.ts';
import { categoryOf } from './competitions.ts';
import { oncePerFacts } from './once-per-facts.ts';
import type { Facts } from './tables.ts';

/** The number of top-flight seasons of each club in the tables, by the category of its league. */
export const clubWeights: (facts: Facts) => Weights = oncePerFacts((facts) => {
  const byCategory = Map.groupBy(facts.season_tables, ({ league }) => categoryOf(league));
  return new Map(
    [...byCategory].map(([category, rows]) => [
      category as string,
      new Map(
        [...Map.groupBy(rows, ({ team }) => team)].map(([club, ones]) => [club, ones.length]),
      ),
    ]),
  );
});
