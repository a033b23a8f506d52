import type { BoardRow } from '../../contract/boards.ts';

/** The name of a row as it is shown. */
export function playerName({ fmuser }: BoardRow): string {
  return fmuser.name?.trim() || 'Player';
}
