import { csvLines } from '../../src/rules/csv.ts';
import type { Db } from '../database/tables.ts';

const COLUMNS = [
  'said_at',
  'step',
  'phone',
  'reference',
  'way',
  'product',
  'coins',
  'kobo',
  'fee_kobo',
  'door',
] as const;

/** Who agreed to which price, the oldest first, as CSV: of one number, or of all. */
export async function exportConsents(
  db: Db,
  phone: string | null,
  isPlain: boolean,
): Promise<string[]> {
  const rows = await db
    .selectFrom('consents')
    .leftJoin('players', 'players.id', 'consents.player_id')
    .select(COLUMNS.map((column) => `consents.${column}` as const))
    .$if(phone !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('consents.phone', '=', String(phone)), eb('players.phone', '=', String(phone))]),
      ),
    )
    .orderBy('consents.id')
    .execute();
  const cells = rows.map((row) => COLUMNS.map((column) => row[column]));
  return csvLines(COLUMNS, cells, isPlain);
}
