/** The lines that a command prints, and whether it failed. */
export type Outcome = { lines: string[]; failed?: boolean };

/** A list's length in words: "1 question", "2 questions". */
export function count(length: number, noun: string): string {
  return `${length.toLocaleString('en-GB')} ${noun}${length === 1 ? '' : 's'}`;
}

/**
 * The lines of a table. Each column is as wide as its widest cell. The first column is aligned
 * left, the others right.
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  const cells = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
