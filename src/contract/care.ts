import * as v from 'valibot';
import { BREAK_DAYS, WEEKLY_LIMIT_NAIRA } from '../rules/spending-limits.ts';
import { envelopeOf, timestampSchema } from './envelope.ts';

const kobo = v.pipe(v.number(), v.integer(), v.minValue(0));
const naira = v.pipe(v.number(), v.integer());

/**
 * The body of `PUT /payments/limit`: a new weekly limit in whole naira (`null` for no limit), a
 * break in days, or both.
 */
export const careWishSchema = v.object({
  weeklyNaira: v.optional(
    v.nullable(
      v.pipe(naira, v.minValue(WEEKLY_LIMIT_NAIRA.min), v.maxValue(WEEKLY_LIMIT_NAIRA.max)),
    ),
  ),
  breakDays: v.optional(v.picklist(BREAK_DAYS)),
});

/** The reasons that stop a purchase or a renewal (billing.md#spending-limits). */
export const STOPPED_BY = ['limit', 'break', 'under-age'] as const;

export type StoppedBy = (typeof STOPPED_BY)[number];

/** The player's spending limits at present (billing.md#spending-limits). */
export const careSchema = v.object({
  weeklyNaira: v.nullable(naira),
  /** The limit that replaces the present limit, and when it starts. */
  next: v.nullable(v.object({ weeklyNaira: v.nullable(naira), from: timestampSchema })),
  /**
   * The spending that counts against the limit this week. `pendingKobo` is the part whose outcome
   * is not known yet.
   */
  spentKobo: kobo,
  pendingKobo: kobo,
  weekEndsAt: timestampSchema,
  /** `null` while no break is running. */
  breakUntil: v.nullable(timestampSchema),
  isUnderAge: v.boolean(),
  /** The reason why the last plan was not renewed. */
  stopped: v.nullable(v.object({ at: timestampSchema, by: v.picklist(STOPPED_BY) })),
});

export type Care = v.InferOutput<typeof careSchema>;

export const careReplySchema = envelopeOf(careSchema);
