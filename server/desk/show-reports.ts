import { sql } from 'kysely';
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
  const gone = await db
    .selectFrom('gone_prizes')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts')
            .select('id')
            .where('state', '=', 'paid')
            .where('sent_as', 'like', sql<string>`gone_prizes.prize || '-%'`),
        ),
      ),
    )
    .orderBy('prize')
    .execute();
  const restored = await db
    .selectFrom('restores')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst();
  const reports = await db
    .selectFrom('payment_reports')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(SHOWN + 1)
    .execute();
  const lines = [
    ...refunds.map(({ reference, phone, way, kobo, state, at }) => {
      const what = state === 'by-hand' ? 'to be sent back by hand' : 'asked of the provider';
      const isOld = state === 'by-hand' && restored?.at && at < restored.at;
      const first = isOld ? '. The database was restored since: see the statement first' : '';
      return `${at.toISOString()} ${reference} ${what}: ${formatKobo(kobo)}, ${way}, ${phone}${first}`;
    }),
    ...gone.map(({ prize, at }) => {
      return `${at.toISOString()} ${prize} went by hand before the restore, and no prize here is it yet: it is taken over once its period is settled`;
    }),
    ...reports.slice(0, SHOWN).map(({ at, reference, what, body }) => {
      return `${at.toISOString()} ${oneWord(reference)} ${what}: ${JSON.stringify(body)}`;
    }),
  ];
  if (reports.length > SHOWN) lines.push('Older ones are in the table payment_reports');
  return lines.length === 0 ? ['Nothing is reported'] : lines;
}

const oneWord = (reference: string) => (reference === '' ? '(no reference)' : reference);
