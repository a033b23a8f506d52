import * as v from 'valibot';
import { LEVELS } from '../rules/levels.ts';
import { HOLD_REASONS, PAYOUT_STATES } from '../rules/payouts.ts';
import { PRIZE_BOARDS, PRIZE_KINDS } from '../rules/prizes.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, metaSchema, timestampSchema } from './envelope.ts';
import { rowsOf } from './rows.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.nullable(timestampSchema);

/** A prize on its way to a player. Amounts are in kobo. */
const payoutSchema = v.object({
  /**
   * The prize's reference, such as `PO-8HZN-09`. The bank's statement shows the reference of the
   * transfer.
   */
  reference: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
  board: v.picklist(PRIZE_BOARDS),
  tier: v.nullable(v.picklist([1, 2, 3])),
  period: v.object({ startsAt: timestampSchema, endsAt: timestampSchema }),
  place: v.pipe(count, v.minValue(1)),
  kind: v.picklist(PRIZE_KINDS),
  grossKobo: count,
  taxKobo: count,
  netKobo: count,
  state: v.picklist(PAYOUT_STATES),
  /** Why the prize is held, refused or sent back; `null` in every other state. */
  reason: v.nullable(v.picklist(HOLD_REASONS)),
  /** The end of the check while a check is running. */
  checkedBy: instant,
  /**
   * The deadline for the player to fix the reason that holds the prize; `null` while the player
   * cannot do anything.
   */
  mendBy: instant,
  /** When a prize that waits because of a changed bank account continues by itself. */
  resumesAt: instant,
  /** When the prize reached each state. */
  wonAt: timestampSchema,
  approvedAt: instant,
  sentAt: instant,
  paidAt: instant,
  /** When the prize lapsed or was refused. */
  endedAt: instant,
  /** The bank that receives a cash prize; `null` until the prize is sent. */
  bank: v.nullable(v.object({ name: v.string(), ending: v.string() })),
  /** Whether the player has seen the greeting for the prize. */
  isSeen: v.boolean(),
});

export type Payout = v.InferOutput<typeof payoutSchema>;

/** A proof round that the player must play (game.md#proof-round). */
const proofAskSchema = v.object({
  /** The level and time of most questions. Apps that do not know `parts` read only these fields. */
  level: v.picklist(LEVELS),
  timerMs: count,
  /** The number of questions at each level and time, the easiest first. */
  parts: v.optional(
    rowsOf(v.object({ level: v.picklist(LEVELS), timerMs: count, questions: count })),
    [],
  ),
  questions: count,
  /** Seven days after the request. The player can still play later, until the prize lapses. */
  by: timestampSchema,
  /** Whether the proof round has begun. */
  isOpen: v.boolean(),
});

export type ProofAsk = v.InferOutput<typeof proofAskSchema>;

/**
 * Compensation for withdrawn questions that was given until `until` and that the player has not
 * seen yet (game.md#withdrawn-questions).
 */
const madeGoodSchema = v.object({
  questions: count,
  coins: count,
  points: count,
  tickets: count,
  until: timestampSchema,
});

export type MadeGood = v.InferOutput<typeof madeGoodSchema>;

/** The reply to `GET /payouts`: the player's prizes, newest first. */
export const payoutsReplySchema = envelopeOf(
  rowsOf(payoutSchema),
  v.object({
    ...metaSchema.entries,
    proof: v.optional(v.nullable(proofAskSchema), null),
    madeGood: v.optional(v.nullable(madeGoodSchema), null),
  }),
);

/**
 * The body of `PUT /payouts/seen`: the prizes whose greeting the player has seen, and the `until`
 * of the compensation that they have seen.
 */
const payoutsSeenSchema = v.object({
  references: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(50)),
  madeGoodUntil: v.optional(timestampSchema),
});

const payoutsSeenReplySchema = envelopeOf(v.null());

/** The player's prizes, whether a proof round is due, and compensation for withdrawn questions. */
export const getPayouts = {
  method: 'GET',
  path: '/payouts',
  who: 'player',
  effect: 'safe',
  reply: payoutsReplySchema,
} as const satisfies Endpoint;

/** Records the prizes whose greeting the player has seen. */
export const putPayoutsSeen = {
  method: 'PUT',
  path: '/payouts/seen',
  who: 'player',
  effect: 'idempotent',
  body: payoutsSeenSchema,
  reply: payoutsSeenReplySchema,
} as const satisfies Endpoint;
