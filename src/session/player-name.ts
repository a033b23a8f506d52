import type { User } from '../contract/user.ts';

/** Gives a player's shown name: the nickname, else the username (game.md#usernames). */
export function playerName({ name, username }: Pick<User, 'name' | 'username'>): string {
  return name?.trim() || username || 'Player';
}
