import { mkdirSync, writeFileSync } from 'node:fs';
import { type Facts, TABLES } from '../../question-bank/generator/tables.ts';

/** Some rows of some tables; a missing cell is blank. */
export type Rows = Partial<Record<keyof typeof TABLES, Record<string, string>[]>>;

type Table = { name: string; columns: string[]; rows: Record<string, string>[] };

/** All tables, with nothing but the given rows. */
function tablesOf(rows: Rows): Table[] {
  return Object.entries(TABLES).map(([name, columns]) => ({
    name,
    columns: columns.split(' '),
    rows: rows[name as keyof typeof TABLES] ?? [],
  }));
}

/** The fact tables with nothing but the given rows. */
export function factsOf(rows: Rows): Facts {
  const filled = tablesOf(rows).map(({ name, columns, rows: given }) => [
    name,
    given.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? '']))),
  ]);
  return Object.fromEntries(filled) as Facts;
}

/** Puts the fact tables with nothing but the given rows into a content folder. */
export function writeFacts(folder: URL, rows: Rows): void {
  mkdirSync(new URL('facts/', folder));
  for (const { name, columns, rows: given } of tablesOf(rows)) {
    const lines = given.map((row) => columns.map((column) => row[column] ?? '').join(','));
    const text = `${[columns.join(','), ...lines].join('\n')}\n`;
    writeFileSync(new URL(`facts/${name}.csv`, folder), text);
  }
}
