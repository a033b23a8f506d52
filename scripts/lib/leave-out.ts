/** What is looked for in a library's code, and what stands in its place. */
export type Cut = readonly [pattern: RegExp, replacement: string];

/**
 * A library's code with each of the cuts made.
 * @throws an Error for a cut that finds nothing: another version of the library is to be looked at anew
 */
export function leaveOut(code: string, cuts: readonly Cut[]): string {
  return cuts.reduce((left, [pattern, replacement]) => {
    const cut = left.replace(pattern, replacement);
    if (cut === left) throw new Error(`${pattern} finds nothing to leave out any more.`);
    return cut;
  }, code);
}
