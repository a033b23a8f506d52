import type { Db } from '../database/tables.ts';

/** What the ledger has under keys, its oldest side first, a line each. */
export async function movementsOf(
  db: Db,
  ...[is, keys]: ['in', readonly string[]] | ['like', string]
): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_movements as movement')
    .innerJoin('ledger_postings as posting', 'posting.movement_id', 'movement.id')
    .select(['created_at', 'reason', 'account', 'unit', 'amount'])
    .where('key', is, keys)
    .orderBy('posting.id')
    .execute();
  return rows.map(({ created_at, reason, account, unit, amount }) => {
    return `${created_at.toISOString()} ledger: ${reason}, ${account} ${amount} ${unit}`;
  });
}

/** What operators did about a reference by commands that are like a pattern or not, a line each. */
export async function changesOf(
  db: Db,
  reference: string,
  is: 'like' | 'not like',
  pattern: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('operator_log')
    .selectAll()
    .where('reference', '=', reference)
    .where('command', is, pattern)
    .orderBy('id')
    .execute();
  return rows.map(({ at, operator, command, why }) => {
    return `${at.toISOString()} ${operator}: ${command}: ${why ?? ''}`;
  });
}
