import type { User } from '../../../contract/user.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { DAILY_PLAY_CAP } from '../../../rules/plays.ts';
import type { PlaysLeft } from '../../../start/plays.ts';

/** So young is an account that has just been made, in milliseconds. */
const NEW_MS = 3_600_000;

type Known = {
  player: User;
  /** `undefined` while they are on their way. */
  plays: PlaysLeft | undefined;
  /** Whether the phone holds neither a game nor a result. */
  isIdle: boolean;
};

/** Whether the player has never played; until anybody tells, whoever has just signed up. */
export function isFirstRun({ player, plays, isIdle }: Known): boolean {
  if (!isIdle) return false;
  if (plays) return plays.streak?.lastDay === null && plays.left === DAILY_PLAY_CAP;
  return !player.highScore && serverTime() - Date.parse(player.createdAt ?? '') < NEW_MS;
}
