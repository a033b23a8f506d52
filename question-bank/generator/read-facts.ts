import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { plain } from '../text/plain.ts';
import { type Facts, TABLES } from './tables.ts';

/** False for a content folder without tables, for which nothing can be made or compared. */
export function hasFacts(folder: URL): boolean {
  return existsSync(new URL('facts/', folder));
}

/**
 * Reads the tables of a content folder. Throws an Error that names the file and what the file
 * lacks.
 */
export function readFacts(folder: URL): Facts {
  const tables = Object.entries(TABLES).map(([name, columns]) => [
    name,
    readTable(folder, `facts/${name}.csv`, columns.split(' ')),
  ]);
  return Object.fromEntries(tables) as Facts;
}

/** The rows of a CSV file with a header, cut down to the given columns. */
function readTable(folder: URL, file: string, columns: readonly string[]) {
  const [header = [], ...lines] = readCsv(folder, file);
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) throw new Error(`${file}: no column ${missing.join(', ')}`);
  const places = columns.map((column) => [column, header.indexOf(column)] as const);
  return lines.map((cells) =>
    Object.fromEntries(places.map(([column, place]) => [column, plain(cells[place] ?? '')])),
  );
}

const CsvSchema = v.array(v.array(v.string()));

function readCsv(folder: URL, file: string): string[][] {
  let text: string;
  try {
    text = readFileSync(new URL(file, folder), 'utf8');
  } catch (error) {
    throw new Error(`${file}: cannot be read`, { cause: error });
  }
  try {
    return v.parse(CsvSchema, parse(text, { bom: true, skip_empty_lines: true }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no CSV';
    throw new Error(`${file}: ${reason}`, { cause: error });
  }
}
