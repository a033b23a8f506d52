import { type BoardRow, DELETED_NAME } from '../../../contract/boards.ts';
import { cutName } from '../../../rules/players.ts';
import { TIER_NAME_MAX } from '../../../rules/tournament.ts';

/** The name of a row as boards show it. */
export function nameOnBoard({ fmuser }: BoardRow): string {
  return fmuser.name?.trim() || 'Player';
}

/** The name of a row as tier lists show it: its first 10 characters (game.md#tier-lists). */
export function tierName(row: BoardRow): string {
  const name = nameOnBoard(row);
  const beginning = cutName(name, TIER_NAME_MAX);
  return name === DELETED_NAME || beginning === name ? name : `${beginning}…`;
}

/** What tells players of one name apart: always the same of a player (game.md#same-names). */
export type MarkOf = (row: BoardRow) => string | null;

const MARK_LENGTH = 3;

export function marksOf(rows: readonly BoardRow[], nameOf: (row: BoardRow) => string): MarkOf {
  const keyOf = (row: BoardRow) => nameOf(row).normalize('NFC').toLocaleLowerCase();
  const players = new Map<string, Set<string>>();
  for (const row of rows)
    players.set(keyOf(row), (players.get(keyOf(row)) ?? new Set()).add(row.userId));
  return (row) => {
    const isAlone = (players.get(keyOf(row))?.size ?? 0) < 2;
    return isAlone ? null : `#${row.userId.slice(-MARK_LENGTH)}`;
  };
}
