import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TABLES } from '../../../question-bank/generator/tables.ts';

type Rows = Partial<Record<keyof typeof TABLES, Record<string, string>[]>>;

/** A folder of fact tables that are empty but for the given rows; a missing cell is blank. */
export function aFactsFolder(rows: Rows): string {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'));
  for (const [name, columns] of Object.entries(TABLES)) {
    const header = columns.split(' ');
    const lines = (rows[name as keyof typeof TABLES] ?? []).map((row) =>
      header.map((column) => row[column] ?? '').join(','),
    );
    writeFileSync(join(folder, `${name}.csv`), `${[header.join(','), ...lines].join('\n')}\n`);
  }
  return folder;
}
