import * as v from 'valibot';
import { LEVELS } from '../rules/levels.ts';
import { RUSH_TIERS } from '../rules/tournament.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, idSchema, metaSchema, optionalText, timestampSchema } from './envelope.ts';
import { leaveOut, rowsOf } from './rows.ts';

/** The name that boards show for a deleted account. */
export const DELETED_NAME = 'Deleted player';

/** A row of a board; `highScore` is the points of that board's period. */
export const boardRowSchema = v.object({
  id: idSchema,
  userId: idSchema,
  highScore: v.pipe(v.number(), v.finite()),
  /** Missing for a player who has left the game. */
  fmuser: v.nullish(
    v.object({ name: v.optional(v.nullable(v.string()), ''), image: optionalText }),
    { name: '', image: null },
  ),
});

export type BoardRow = v.InferOutput<typeof boardRowSchema>;

/** Replaces an unreadable row, with the points of the next one, so that no other row moves up. */
function nobody(rows: readonly (BoardRow | undefined)[], place: number): BoardRow {
  const highScore = rows.slice(place).find(Boolean)?.highScore ?? 0;
  return { id: `odd-${place}`, userId: '', highScore, fmuser: { name: '', image: null } };
}

/** A board: its first rows in order, and the asking player's own place and row, if any. */
const boardSchema = v.object({
  leaderBoard: rowsOf(boardRowSchema, nobody),
  /** From 1; any other value means none. */
  position: v.fallback(v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)), null), null),
  user: v.fallback(v.optional(v.nullable(boardRowSchema), null), (row) => {
    leaveOut(row);
    return null;
  }),
});

export type Board = v.InferOutput<typeof boardSchema>;

/** A row with its place, from 1. */
const placedRowSchema = v.object({
  ...boardRowSchema.entries,
  position: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export type PlacedRow = v.InferOutput<typeof placedRowSchema>;

/**
 * `endsAt` is outside; from `finalAt` on no result changes the board
 * (game.md#when-a-period-is-final).
 */
const boardPeriodSchema = v.object({
  startsAt: timestampSchema,
  endsAt: timestampSchema,
  finalAt: v.optional(v.nullable(timestampSchema), null),
});

export type BoardPeriod = v.InferOutput<typeof boardPeriodSchema>;

/**
 * The prize of each paid place of the day's tiers by the tickets played so far, in whole naira
 * (game.md#what-a-tier-pays). Omitted for other boards, and where tiers pay fixed prizes.
 */
export const tierPartsSchema = v.optional(
  v.nullable(
    rowsOf(
      v.object({
        tier: v.picklist([1, 2, 3]),
        naira: v.pipe(v.number(), v.integer(), v.minValue(0)),
      }),
    ),
  ),
);

/**
 * `GET /points` and the other boards. `meta` adds the board's period, and the rows around the
 * asking player's own (included) if it is below the served rows.
 */
export const boardReplySchema = envelopeOf(
  boardSchema,
  v.object({
    ...metaSchema.entries,
    period: v.optional(v.nullable(boardPeriodSchema)),
    tierParts: tierPartsSchema,
    neighbours: v.optional(v.nullable(rowsOf(placedRowSchema)), []),
  }),
);

/** The tier of the tournament's day to read: `?tier=1..3`, all of them without. */
const tierQuerySchema = v.object({
  tier: v.optional(
    v.pipe(v.picklist(RUSH_TIERS.map(({ tier }) => `${tier}` as const)), v.transform(Number)),
  ),
});

const whole = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));

/**
 * A player's place on the weekly board of their pool (game.md#your-place): `place` is `null`
 * without points; `toNext`, the points to the next place up, is `null` at the top; `cashNaira` is
 * the place's prize if the week ended now.
 */
const weekPlaceSchema = v.object({
  place: v.nullable(whole(1)),
  toNext: v.nullable(whole(1)),
  cashNaira: whole(0),
});

export type WeekPlace = v.InferOutput<typeof weekPlaceSchema>;

/** The most right answers of the player's counted rounds of a category and level. */
const roundBestSchema = v.object({
  categoryId: idSchema,
  level: v.picklist(LEVELS),
  right: whole(0),
});

export type RoundBest = v.InferOutput<typeof roundBestSchema>;

/** `GET /points/user-points`: this week's points; our server adds the place and the bests. */
export const userPointsReplySchema = envelopeOf(
  v.object({
    user: v.object({ highScore: v.pipe(v.number(), v.finite()) }),
    week: v.optional(v.nullable(weekPlaceSchema)),
    bests: v.optional(v.nullable(rowsOf(roundBestSchema))),
  }),
);

const BOARD = { method: 'GET', who: 'player', effect: 'safe', reply: boardReplySchema } as const;

/** The player's points of this week. */
export const getUserPoints = {
  method: 'GET',
  path: '/points/user-points',
  who: 'player',
  effect: 'safe',
  reply: userPointsReplySchema,
} as const satisfies Endpoint;

/** The board of this week. */
export const getWeeklyBoard = { ...BOARD, path: '/points' } as const satisfies Endpoint;

/** The board of last week. */
export const getLastWeekBoard = {
  ...BOARD,
  path: '/points/leaderboard/last-week',
} as const satisfies Endpoint;

/** The board of this month. */
export const getMonthlyBoard = { ...BOARD, path: '/points/monthly' } as const satisfies Endpoint;

/** The tournament's board of today, or one tier of it. */
export const getRushBoard = {
  ...BOARD,
  path: '/points/tournament/leaderboard',
  query: tierQuerySchema,
} as const satisfies Endpoint;

/** The tournament's board of yesterday, or one tier of it. */
export const getLastRushBoard = {
  ...BOARD,
  path: '/points/tournament/yesterday-players',
  query: tierQuerySchema,
} as const satisfies Endpoint;
