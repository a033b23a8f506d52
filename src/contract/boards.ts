import * as v from 'valibot';
import { LEVELS } from '../rules/levels.ts';
import { RUSH_TIERS } from '../rules/tournament.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, idSchema, metaSchema, optionalText, timestampSchema } from './envelope.ts';
import { leaveOut, rowsOf } from './rows.ts';

/** What boards show in place of the name of an account that was deleted. */
export const DELETED_NAME = 'Deleted player';

/** A row of a board; `highScore` is the points of that board's period. */
export const boardRowSchema = v.object({
  id: idSchema,
  userId: idSchema,
  highScore: v.pipe(v.number(), v.finite()),
  /** Whoever has left the game has none. */
  fmuser: v.nullish(
    v.object({ name: v.optional(v.nullable(v.string()), ''), image: optionalText }),
    { name: '', image: null },
  ),
});

export type BoardRow = v.InferOutput<typeof boardRowSchema>;

/** Stands in the place of an odd row, with the points of the next one, so that no other moves up. */
function nobody(rows: readonly (BoardRow | undefined)[], place: number): BoardRow {
  const highScore = rows.slice(place).find(Boolean)?.highScore ?? 0;
  return { id: `odd-${place}`, userId: '', highScore, fmuser: { name: '', image: null } };
}

/** A board: its first rows in order, and the asking player's own place and row, if any. */
const boardSchema = v.object({
  leaderBoard: rowsOf(boardRowSchema, nobody),
  /** From 1; what is no place is none. */
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

/** `endsAt` is outside; from `finalAt` on no result changes it (game.md#when-a-period-is-final). */
const boardPeriodSchema = v.object({
  startsAt: timestampSchema,
  endsAt: timestampSchema,
  finalAt: v.optional(v.nullable(timestampSchema), null),
});

export type BoardPeriod = v.InferOutput<typeof boardPeriodSchema>;

/**
 * What each paid place of the day's tiers pays by the tickets that were played so far, in whole naira
 * (game.md#what-a-tier-pays). Left out of other boards, and where tiers pay fixed prizes.
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
 * asking player's own (with it) where it stands below the rows that are served.
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

/** The tier that a board of the tournament's day is asked for: `?tier=1..3`, all of it without. */
const tierQuerySchema = v.object({
  tier: v.optional(
    v.pipe(v.picklist(RUSH_TIERS.map(({ tier }) => `${tier}` as const)), v.transform(Number)),
  ),
});

const whole = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));

/**
 * Where a player stands on the weekly board of their pool (game.md#your-place): `place` without
 * points and `toNext`, the points to the next place up, at the top are `null`; `cashNaira` is what
 * the place would win if the week ended now.
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

/** `GET /points/user-points`: this week's points, and of our server the place and the bests. */
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
