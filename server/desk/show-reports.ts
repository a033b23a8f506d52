import { formatKobo } from '../../src/rules/money.ts';
import type { Db } from '../database/tables.ts';

const SHOWN = 100;

/** Money that is still to be sent back, and the newest reports of what does not match. */
export async function showReports(db: Db): Promise<string[]> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('players', 'players.id', 'refunds.player_id')
    .select(['reference', 'phone', 'way', 'kobo', 'state', 'at'])
    .where('state', '<>', 'sent')
    .orderBy('at')
    .execute();
  const reports = await db
    .selectFrom('payment_reports')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(SHOWN + 1)
    .execute();
  const lines = [
    ...refunds.map(({ reference, phone, way, kobo, state, at }) => {
      const what = state === 'by-hand' ? 'to be sent back by hand' : 'asked of the provider';
      return `${at.toISOString()} ${reference} ${what}: ${formatKobo(kobo)}, ${way}, ${phone}`;
    }),
    ...reports.slice(0, SHOWN).map(({ at, reference, what, body }) => {
      return `${at.toISOString()} ${oneWord(reference)} ${what}: ${JSON.stringify(body)}`;
    }),
  ];
  if (reports.length > SHOWN) lines.push('Older ones are in the table payment_reports');
  return lines.length === 0 ? ['Nothing is reported'] : lines;
}

const oneWord = (reference: string) => (reference === '' ? '(no reference)' : reference);
