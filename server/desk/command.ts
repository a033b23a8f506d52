import type { Db } from '../database/tables.ts';

/** The ledger's movements with these keys, oldest first, as lines of text. */
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

/**
 * The operators' changes to a reference, as lines of text. `is` and `pattern` choose changes by their
 * command.
 */
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

/** Of each kind of fault, at most this many are listed. */
const LISTED_MAX = 50;

/**
 * Lists the faults of one kind as lines of text. Long lists are cut, and the last line gives the number of
 * faults.
 */
export function listFaults(what: string, lines: readonly string[]): string[] {
  const unlisted = lines.length - LISTED_MAX;
  return [
    ...lines.slice(0, LISTED_MAX),
    ...(unlisted > 0 ? [`… and ${unlisted} more`] : []),
    `${what}: ${lines.length === 0 ? 'nothing' : lines.length}`,
  ];
}

/** Characters that would move a terminal's cursor, colour it, type into it or reverse its text. */
const COMMANDS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu;

/**
 * Makes a line safe for a terminal. Control characters in data from outside are printed as numbers, so that
 * the terminal does not obey them.
 */
export function printable(line: string): string {
  return line.replaceAll(COMMANDS, (sign) => {
    const number = sign.codePointAt(0) ?? 0;
    return `\\u${number.toString(16).padStart(4, '0')}`;
  });
}
