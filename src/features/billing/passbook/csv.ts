import type { PassbookRow } from '../../../contract/payments.ts';
import { clockText } from '../../../lib/time.ts';
import { lagosDate } from '../../../rules/calendar.ts';
import { csvLines } from '../../../rules/csv.ts';
import { WAY_NAMES } from '../../../rules/money.ts';
import { rowWords } from './row-words.ts';

const HEAD = ['Date', 'Time', 'What', 'Way', 'Game', 'Reference', 'Coins', 'Balance'];

/** The passbook as a CSV file for a spreadsheet, the newest row first, in the time of Lagos. */
export function passbookCsv(
  rows: readonly PassbookRow[],
  categories: Readonly<Record<string, string>>,
): string {
  const cells = rows.map((row) => {
    const at = Date.parse(row.at);
    const { title } = rowWords(row, categories);
    const texts = [title, row.way ? WAY_NAMES[row.way] : '', row.round?.id, row.reference];
    return [lagosDate(at), clockText(at), ...texts, row.coins, row.balance];
  });
  return `${csvLines(HEAD, cells).join('\r\n')}\r\n`;
}
