import { DAY_MS } from './calendar.ts';
import type { Level } from './levels.ts';

/** Plays a player has in one Lagos day (gameplay §9, decision 7). */
export const DAILY_PLAY_CAP = 50;

/** Accounts up to this age are asked easy questions only (gameplay §5). */
export const EASY_QUESTIONS_MAX_AGE_DAYS = 21;

/** Rounds a player may hold unfinished: one being played, one saved (contract). */
export const UNFINISHED_ROUNDS_MAX = 2;

/** How long a round can be played after it was issued, in milliseconds (decision 28). */
export const ROUND_PLAYABLE_MS = DAY_MS;

/** How long after `expiresAt` its result is still taken, in milliseconds (decision 28). */
export const ROUND_DELIVERY_MS = 3 * DAY_MS;

/**
 * Plays left today. A count that no server should send (not a whole number from 0 to the cap)
 * gives `null`: the caller keeps the last valid one (gameplay §4).
 * @param used plays used today
 */
export function playsRemaining(used: number): number | null {
  if (!Number.isInteger(used) || used < 0 || used > DAILY_PLAY_CAP) return null;
  return DAILY_PLAY_CAP - used;
}

/**
 * The level the questions are drawn from: easy for young accounts, whatever was picked.
 * Timer, coins and points stay those of the picked level (gameplay §5, decision 6).
 * @param picked the level that was picked
 * @param createdAt when the account was made, in epoch milliseconds
 * @param now the server's clock, in epoch milliseconds
 */
export function questionLevel(picked: Level, createdAt: number, now: number): Level {
  return now - createdAt <= EASY_QUESTIONS_MAX_AGE_DAYS * DAY_MS ? 'easy' : picked;
}
