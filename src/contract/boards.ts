import * as v from 'valibot';
import { LEVELS } from '../rules/levels.ts';
import { RUSH_TIERS } from '../rules/tournament.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, idSchema, metaSchema, optionalText, timestampSchema } from './envelope.ts';
import { leaveOut, rowsOf } from './rows.ts';

/** The name that boards show for a deleted account. */
export const DELETED_NAME = 'Deleted player';

/** A row of a board. `highScore` is the player's points in the period of that board. */
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

/**
 * Gives a row without a name in place of an unreadable row, so that no other row moves up. It has
 * the points of the next readable row.
 */
function nobody(rows: readonly (BoardRow | undefined)[], place: number): BoardRow {
  const highScore = rows.slice(place).find(Boolean)?.highScore ?? 0;
  return { id: `odd-${place}`, userId: '', highScore, fmuser: { name: '', image: null } };
}

/** A board: its first rows in order, and the asking player's own place and row, if any. */
const boardSchema = v.object({
  leaderBoard: rowsOf(boardRowSchema, nobody),
  /** The player's place, from 1. Any other value means that the player has no place. */
  position: v.fallback(v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)), null), null),
  user: v.fallback(v.optional(v.nullable(boardRowSchema), null), (row) => {
    leaveOut(row);
    return null;
  }),
});

export type Board = v.InferOutput<typeof boardSchema>;

/** A row of a board with its place, from 1. */
const placedRowSchema = v.object({
  ...boardRowSchema.entries,
  position: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export type PlacedRow = v.InferOutput<typeof placedRowSchema>;

/**
 * The period of a board, which excludes `endsAt`. From `finalAt` on no result changes the board
 * (game.md#when-a-period-is-final).
 */
const boardPeriodSchema = v.object({
  startsAt: timestampSchema,
  endsAt: timestampSchema,
  finalAt: v.optional(v.nullable(timestampSchema), null),
});

export type BoardPeriod = v.InferOutput<typeof boardPeriodSchema>;

/**
 * The prize of each paid place in the day's tiers, in whole naira. It depends on the tickets played
 * so far (game.md#what-a-tier-pays). The field is omitted for other boards, and where tiers pay
 * fixed prizes.
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
 * The reply to `GET /points` and to the calls for other boards. `meta` adds the board's period. If
 * the asking player is below the served rows, `meta` also adds the player's row and the rows around
 * it.
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

/**
 * The query for a tier of the tournament's day, `?tier=1` to `?tier=3`. Without `tier` the reply
 * covers all tiers.
 */
const tierQuerySchema = v.object({
  tier: v.optional(
    v.pipe(v.picklist(RUSH_TIERS.map(({ tier }) => `${tier}` as const)), v.transform(Number)),
  ),
});

const whole = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));

/**
 * A player's place on the weekly board of their pool (game.md#your-place). `place` is `null`
 * without points. `toNext` is how many points are missing to the next place up, and `null` at the
 * top. `cashNaira` is the prize of the place if the week ended now.
 */
const weekPlaceSchema = v.object({
  place: v.nullable(whole(1)),
  toNext: v.nullable(whole(1)),
  cashNaira: whole(0),
});

export type WeekPlace = v.InferOutput<typeof weekPlaceSchema>;

/** The player's best game of a category and level: the most right answers in a counted round. */
const roundBestSchema = v.object({
  categoryId: idSchema,
  level: v.picklist(LEVELS),
  right: whole(0),
});

export type RoundBest = v.InferOutput<typeof roundBestSchema>;

/**
 * The reply to `GET /points/user-points`: the points of this week. Our server adds the place and
 * the best games.
 */
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
