import { writeFileSync } from 'node:fs';

/** A measured figure and its limit. */
export type Figure = { name: string; value: string; limit: string; passed: boolean };

/**
 * Prints the figures as a table, writes them to the file that `FIGURES_FILE` names, and sets the exit code.
 */
export function report(figures: Figure[]): void {
  const width = (key: 'name' | 'value' | 'limit') =>
    Math.max(...figures.map((figure) => figure[key].length));
  const [name, value, limit] = [width('name'), width('value'), width('limit')];
  for (const figure of figures) {
    const verdict = figure.passed ? 'ok' : 'FAILED';
    console.log(
      `${figure.name.padEnd(name)}  ${figure.value.padStart(value)}  ${figure.limit.padStart(limit)}  ${verdict}`,
    );
  }
  const file = process.env.FIGURES_FILE;
  if (file) writeFileSync(file, JSON.stringify(figures));
  if (figures.some((figure) => !figure.passed)) process.exitCode = 1;
}
