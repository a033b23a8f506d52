/**
 * So many cases by chance are tried; a tenth while mutants are (docs/testing.md#mutants), as all
 * are tried once more for each.
 */
export function cases(many: number): number {
  return process.env.MUTATION_PART === undefined ? many : many / 10;
}
