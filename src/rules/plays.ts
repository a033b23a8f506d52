import { accountAgeDays, DAY_MS } from './calendar.ts';
import type { Level } from './levels.ts';

/** Plays a player has in one Lagos day (game.md#daily-plays). */
export const DAILY_PLAY_CAP = 50;

/** Accounts up to this age, in days, get easy questions only (game.md#21-day-rule). */
export const EASY_QUESTIONS_MAX_AGE_DAYS = 21;

/** Rounds a player may hold unfinished: one being played, one saved (game.md#unfinished-rounds). */
export const UNFINISHED_ROUNDS_MAX = 2;

/** How long after its issue a round can be played (game.md#how-long-a-round-lasts). */
export const ROUND_PLAYABLE_MS = DAY_MS;

/** How long after `expiresAt` its result is still accepted (game.md#how-long-a-round-lasts). */
export const ROUND_DELIVERY_MS = 3 * DAY_MS;

/**
 * Plays left after `used` today. An invalid count (not a whole number from 0 to the cap) gives
 * `null`: the caller keeps the last valid one (game.md#daily-plays).
 */
export function playsRemaining(used: number): number | null {
  if (!Number.isInteger(used) || used < 0 || used > DAILY_PLAY_CAP) return null;
  return DAILY_PLAY_CAP - used;
}

/**
 * The level that questions are drawn from: easy for young accounts, whatever level was picked;
 * times in milliseconds by the server's clock. Timer, coins and points stay the picked level's
 * (game.md#21-day-rule).
 */
export function questionLevel(picked: Level, createdAt: number, now: number): Level {
  return accountAgeDays(createdAt, now) <= EASY_QUESTIONS_MAX_AGE_DAYS ? 'easy' : picked;
}
