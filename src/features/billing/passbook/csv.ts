import type { PassbookRow } from '../../../contract/payments.ts';
import { clockText } from '../../../lib/time.ts';
import { lagosDate } from '../../../rules/calendar.ts';
import { WAY_NAMES } from '../../../rules/money.ts';
import { rowWords } from './row-words.ts';

const HEAD = ['Date', 'Time', 'What', 'Way', 'Game', 'Reference', 'Coins', 'Balance'];

/** The passbook as a CSV file (RFC 4180), the newest row first, in the time of Lagos. */
export function passbookCsv(
  rows: readonly PassbookRow[],
  categories: Readonly<Record<string, string>>,
): string {
  const lines = rows.map((row) => {
    const at = Date.parse(row.at);
    const { title } = rowWords(row, categories);
    const texts = [title, row.way ? WAY_NAMES[row.way] : '', row.round?.id, row.reference];
    return [lagosDate(at), clockText(at), ...texts.map(cell), row.coins, row.balance].join(',');
  });
  return `${[HEAD.join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(text: string | null | undefined): string {
  // A spreadsheet would run what begins like a formula.
  const plain = (text ?? '').replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
