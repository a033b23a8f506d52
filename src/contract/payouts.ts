import * as v from 'valibot';
import { LEVELS } from '../rules/levels.ts';
import { HOLD_REASONS, PAYOUT_STATES } from '../rules/payouts.ts';
import { PRIZE_BOARDS, PRIZE_KINDS } from '../rules/prizes.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, metaSchema, timestampSchema } from './envelope.ts';
import { rowsOf } from './rows.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const instant = v.nullable(timestampSchema);

/** A prize on its way to a player; amounts in kobo. */
const payoutSchema = v.object({
  /** Its reference, such as `PO-8HZN-09`; the bank's statement shows the name of its sending. */
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
  /** Why it is held, refused or sent back; `null` in every other state. */
  reason: v.nullable(v.picklist(HOLD_REASONS)),
  /** The end of the check, while one is running. */
  checkedBy: instant,
  /**
   * The deadline for the player to fix the reason that holds it; `null` while they cannot do
   * anything.
   */
  mendBy: instant,
  /** The time at which it goes on by itself, after a changed bank account. */
  resumesAt: instant,
  /** The time at which it reached each state. */
  wonAt: timestampSchema,
  approvedAt: instant,
  sentAt: instant,
  paidAt: instant,
  /** The time at which it lapsed or was refused. */
  endedAt: instant,
  /** The bank that cash goes to; `null` until it is sent. */
  bank: v.nullable(v.object({ name: v.string(), ending: v.string() })),
  /** Whether the player has seen the greeting for it. */
  isSeen: v.boolean(),
});

export type Payout = v.InferOutput<typeof payoutSchema>;

/** A proof round that the player must play (game.md#proof-round). */
const proofAskSchema = v.object({
  /** The level and clock of most questions; apps from before `parts` read only these. */
  level: v.picklist(LEVELS),
  timerMs: count,
  /** The number of questions at each level and clock, the easiest first. */
  parts: v.optional(
    rowsOf(v.object({ level: v.picklist(LEVELS), timerMs: count, questions: count })),
    [],
  ),
  questions: count,
  /** Seven days after the request; later is possible until the prize lapses. */
  by: timestampSchema,
  /** Whether it has begun. */
  isOpen: v.boolean(),
});

export type ProofAsk = v.InferOutput<typeof proofAskSchema>;

/**
 * Compensation for withdrawn questions that the player has not seen yet, up to an instant
 * (game.md#withdrawn-questions).
 */
const madeGoodSchema = v.object({
  questions: count,
  coins: count,
  points: count,
  tickets: count,
  until: timestampSchema,
});

export type MadeGood = v.InferOutput<typeof madeGoodSchema>;

/** `GET /payouts`: the player's prizes, newest first. */
export const payoutsReplySchema = envelopeOf(
  rowsOf(payoutSchema),
  v.object({
    ...metaSchema.entries,
    proof: v.optional(v.nullable(proofAskSchema), null),
    madeGood: v.optional(v.nullable(madeGoodSchema), null),
  }),
);

/**
 * `PUT /payouts/seen`: the prizes whose greeting the player has seen, and the instant of the
 * compensation they have seen.
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
