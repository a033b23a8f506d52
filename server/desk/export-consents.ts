import type { Db } from '../database/tables.ts';
import { csvCell } from './csv.ts';

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
export async function exportConsents(db: Db, phone: string | null): Promise<string[]> {
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
  return [
    COLUMNS.join(','),
    ...rows.map((row) => COLUMNS.map((column) => csvCell(row[column])).join(',')),
  ];
}
