/** The first character of a CSV file for a spreadsheet. Without this mark Excel misreads UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The content of a cell. `null` and `undefined` make an empty cell. */
export type CsvValue = string | number | Date | null | undefined;

/** Matches a text that a spreadsheet takes for a formula. Full-width characters count too. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/u;

/**
 * Matches a text that a spreadsheet takes for a number, whose zeros or last digits it would cut.
 */
const DIGITS = /^\d+(e\d+)?$/i;

/**
 * The lines of a CSV file (RFC 4180), each without its line end. The first line has the column
 * names (money-out.md#files-for-spreadsheets).
 * @param isPlain true for a file that a program reads: texts of digits are unchanged, and no byte
 * order mark precedes the names. Otherwise texts of digits are marked as text, so that a
 * spreadsheet keeps their zeros.
 */
export function csvLines(
  columns: readonly string[],
  rows: readonly (readonly CsvValue[])[],
  isPlain = false,
): string[] {
  const [head = '', ...lines] = [columns, ...rows].map((row) => line(row, isPlain));
  return [isPlain ? head : `${BYTE_ORDER_MARK}${head}`, ...lines];
}

function line(values: readonly CsvValue[], isPlain: boolean): string {
  return values.map((value) => cell(value, isPlain)).join(',');
}

function cell(value: CsvValue, isPlain: boolean): string {
  const text = asText(value, isPlain);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function asText(value: CsvValue, isPlain: boolean): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return String(value);
  if (FORMULA.test(value)) return `'${value}`;
  return DIGITS.test(value) && !isPlain ? `="${value}"` : value;
}
