/**
 * How many random cases a property test tries: a tenth in a run of mutants (docs/testing.md#mutants),
 * where each mutant repeats them all.
 */
export function cases(many: number): number {
  return process.env.MUTATION_PART === undefined ? many : many / 10;
}
