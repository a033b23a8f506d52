import type { Facts } from './tables.ts';

/** Does its work once for each set of tables; the result is shared and must not be changed. */
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
