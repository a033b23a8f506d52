/** The first character of a CSV file for a spreadsheet: without it Excel misreads UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The content of a cell; nothing is an empty cell. */
export type CsvValue = string | number | Date | null | undefined;

/** A cell that a spreadsheet takes for a formula, in wide letters too. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/u;

/** A text that a spreadsheet would take for a number, and so cut its zeros or last digits. */
const DIGITS = /^\d+(e\d+)?$/i;

/**
 * The lines of a CSV file (RFC 4180), each without its end; the first has the column names
 * (money-out.md#files-for-spreadsheets).
 * @param isPlain for a program that reads the file: digits of a text are unchanged, and no mark
 * precedes the names. Otherwise digits are marked as text, so that a spreadsheet keeps their zeros.
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
