import { type BoardRow, DELETED_NAME } from '../../../contract/boards.ts';
import { TIER_NAME_MAX } from '../../../rules/tournament.ts';

export function playerName({ fmuser }: BoardRow): string {
  return fmuser.name?.trim() || 'Player';
}

/** The name of a row as tier lists show it: its first 10 characters (game.md#tier-lists). */
export function tierName(row: BoardRow): string {
  const name = playerName(row);
  return name === DELETED_NAME ? name : [...name].slice(0, TIER_NAME_MAX).join('');
}
