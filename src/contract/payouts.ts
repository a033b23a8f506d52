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
  /** Its reference, such as `PO-8HZN-09`, which the bank's statement shows too. */
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
  /** When the check is done, of one that is checked. */
  checkedBy: instant,
  /** Until when the player can mend what holds it; `null` while nothing is theirs to do. */
  mendBy: instant,
  /** When it goes on by itself, of a changed bank account. */
  resumesAt: instant,
  /** When it got that far. */
  wonAt: timestampSchema,
  approvedAt: instant,
  sentAt: instant,
  paidAt: instant,
  /** When it lapsed or was refused. */
  endedAt: instant,
  /** Where cash goes; `null` until it is sent. */
  bank: v.nullable(v.object({ name: v.string(), ending: v.string() })),
  /** Whether the player has been greeted with it. */
  isSeen: v.boolean(),
});

export type Payout = v.InferOutput<typeof payoutSchema>;

/** A proof round that the player is asked for (game.md#proof-round). */
const proofAskSchema = v.object({
  /** The level and clock of most questions; apps from before `parts` know no others. */
  level: v.picklist(LEVELS),
  timerMs: count,
  /** How many questions are asked at each level and clock, the easiest first. */
  parts: v.optional(
    rowsOf(v.object({ level: v.picklist(LEVELS), timerMs: count, questions: count })),
    [],
  ),
  questions: count,
  /** Seven days from being asked; later is possible until the prize lapses. */
  by: timestampSchema,
  /** Whether it has begun. */
  isOpen: v.boolean(),
});

export type ProofAsk = v.InferOutput<typeof proofAskSchema>;

/**
 * What the player got for questions that were withdrawn and has not been told of, up to an instant
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

/** `GET /payouts`: the player's prizes, the newest first. */
export const payoutsReplySchema = envelopeOf(
  rowsOf(payoutSchema),
  v.object({
    ...metaSchema.entries,
    proof: v.optional(v.nullable(proofAskSchema), null),
    madeGood: v.optional(v.nullable(madeGoodSchema), null),
  }),
);

/** `PUT /payouts/seen`: the prizes that the player was greeted with, and what was made good until when. */
const payoutsSeenSchema = v.object({
  references: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(50)),
  madeGoodUntil: v.optional(timestampSchema),
});

const payoutsSeenReplySchema = envelopeOf(v.null());

/** The player's prizes, whether a proof round is due, and what was made good of withdrawn questions. */
export const getPayouts = {
  method: 'GET',
  path: '/payouts',
  who: 'player',
  effect: 'safe',
  reply: payoutsReplySchema,
} as const satisfies Endpoint;

/** Notes the prizes that the player has been greeted with. */
export const putPayoutsSeen = {
  method: 'PUT',
  path: '/payouts/seen',
  who: 'player',
  effect: 'idempotent',
  body: payoutsSeenSchema,
  reply: payoutsSeenReplySchema,
} as const satisfies Endpoint;
