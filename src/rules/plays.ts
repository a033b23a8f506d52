import { accountAgeDays, DAY_MS } from './calendar.ts';
import type { Level } from './levels.ts';

/** How many plays a player has in a day in Lagos (game.md#daily-plays). */
export const DAILY_PLAY_CAP = 50;

/** Accounts up to this age, in days, get easy questions only (game.md#21-day-rule). */
export const EASY_QUESTIONS_MAX_AGE_DAYS = 21;

/**
 * How many unfinished rounds a player may have: one being played and one saved
 * (game.md#unfinished-rounds).
 */
export const UNFINISHED_ROUNDS_MAX = 2;

/** How long after its issue a round can be played (game.md#how-long-a-round-lasts). */
export const ROUND_PLAYABLE_MS = DAY_MS;

/**
 * How long after a round's `expiresAt` its result is still accepted
 * (game.md#how-long-a-round-lasts).
 */
export const ROUND_DELIVERY_MS = 3 * DAY_MS;

/**
 * The plays that are left after `used` plays today. An invalid count (not a whole number from 0 to
 * the cap) gives `null`, and the caller keeps the last valid count (game.md#daily-plays).
 */
export function playsRemaining(used: number): number | null {
  if (!Number.isInteger(used) || used < 0 || used > DAILY_PLAY_CAP) return null;
  return DAILY_PLAY_CAP - used;
}

/**
 * The level that questions are drawn from. It is easy for young accounts, whatever level the player
 * picked. Timer, coins and points are those of the picked level (game.md#21-day-rule). Times are in
 * epoch milliseconds by the server's clock.
 */
export function questionLevel(picked: Level, createdAt: number, now: number): Level {
  return accountAgeDays(createdAt, now) <= EASY_QUESTIONS_MAX_AGE_DAYS ? 'easy' : picked;
}
