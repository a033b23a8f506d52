/** How a spreadsheet knows a formula, in wide letters too. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/u;

/** A cell of a CSV: what would be read as more than one, or as a formula, is quoted. */
export function csvCell(value: string | number | Date): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
