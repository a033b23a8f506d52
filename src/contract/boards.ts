import * as v from 'valibot';
import { envelopeOf, idSchema, metaSchema, optionalText, timestampSchema } from './envelope.ts';

/** A row of a board; `highScore` is the points of that board's period. */
export const boardRowSchema = v.object({
  id: idSchema,
  userId: idSchema,
  highScore: v.pipe(v.number(), v.finite()),
  fmuser: v.object({ name: v.optional(v.nullable(v.string()), ''), image: optionalText }),
});

/** A row of a board. */
export type BoardRow = v.InferOutput<typeof boardRowSchema>;

/** A board: its first rows in order, and the asking player's own place and row, if any. */
export const boardSchema = v.object({
  leaderBoard: v.array(boardRowSchema),
  position: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  user: v.optional(v.nullable(boardRowSchema), null),
});

/** A board. */
export type Board = v.InferOutput<typeof boardSchema>;

/** The period a board is of: `endsAt` is no longer in it. */
const boardPeriodSchema = v.object({ startsAt: timestampSchema, endsAt: timestampSchema });

/** `GET /points` and the other boards. */
export const boardReplySchema = envelopeOf(
  boardSchema,
  v.object({ ...metaSchema.entries, period: v.optional(v.nullable(boardPeriodSchema)) }),
);

/** `GET /points/user-points`: this week's points. */
export const userPointsReplySchema = envelopeOf(
  v.object({ user: v.object({ highScore: v.pipe(v.number(), v.finite()) }) }),
);
