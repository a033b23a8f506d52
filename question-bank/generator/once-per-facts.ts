import type { Facts } from './tables.ts';

/**
 * Calls `make` once for each set of tables. All callers share the result and must not change it.
 */
export function oncePerFacts<Result>(make: (facts: Facts) => Result): (facts: Facts) => Result {
  const made = new WeakMap<Facts, Result>();
  return (facts) => {
    const known = made.get(facts);
    if (known !== undefined) return known;
    const result = make(facts);
    made.set(facts, result);
    return result;
  };
}
