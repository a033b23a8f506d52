/** How far a prize has come (game.md#payouts). */
export const PAYOUT_STATES = [
  'checking',
  'approved',
  'sending',
  'paid',
  'held',
  'failed',
  'refused',
  'lapsed',
] as const;

export type PayoutState = (typeof PAYOUT_STATES)[number];

/** What holds a prize, and what ended one that is not paid (game.md#held-prizes). */
export const HOLD_REASONS = [
  'no-bank-account',
  'no-birth-date',
  'under-age',
  'proof-round',
  'bank-changed',
  'bank-shared',
  'sent-back',
  'claim',
  'under-review',
  'second-approval',
] as const;

export type HoldReason = (typeof HOLD_REASONS)[number];
