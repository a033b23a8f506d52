import { DAY_MS, HOUR_MS } from './calendar.ts';

/** The state of a prize (game.md#payouts). */
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

/**
 * The reasons why a prize is held or ended unpaid. The reasons that the player can fix come first
 * (game.md#held-prizes).
 */
export const HOLD_REASONS = [
  'sent-back',
  'no-bank-account',
  'no-birth-date',
  'under-age',
  'coins-taken-back',
  'proof-round',
  'bank-shared',
  'bank-changed',
  'claim',
  'under-review',
  'second-approval',
] as const;

export type HoldReason = (typeof HOLD_REASONS)[number];

/**
 * The actor that changes the state of a payout: the server's own check, an operator, the player, or
 * the transfer service.
 */
export type PayoutActor = 'check' | 'operator' | 'player' | 'sender';

export type PayoutEvent =
  | 'cleared'
  | 'held'
  | 'mended'
  | 'released'
  | 'refused'
  | 'lapsed'
  | 'given-up'
  | 'sent'
  | 'found'
  | 'called-back'
  | 'paid'
  | 'sent-back';

type Step = {
  by: readonly PayoutActor[];
  leads: Partial<Record<PayoutState, PayoutState>>;
};

const STEPS: Record<PayoutEvent, Step> = {
  cleared: { by: ['check'], leads: { checking: 'approved', held: 'approved' } },
  held: { by: ['check', 'operator'], leads: { checking: 'held', held: 'held', approved: 'held' } },
  mended: { by: ['check'], leads: { failed: 'checking' } },
  released: { by: ['operator'], leads: { held: 'checking', failed: 'checking' } },
  refused: {
    by: ['operator'],
    leads: { checking: 'refused', held: 'refused', approved: 'refused', failed: 'refused' },
  },
  lapsed: { by: ['check'], leads: { held: 'lapsed', failed: 'lapsed' } },
  'given-up': {
    by: ['player'],
    leads: { checking: 'lapsed', held: 'lapsed', approved: 'lapsed', failed: 'lapsed' },
  },
  sent: { by: ['sender'], leads: { approved: 'sending' } },
  found: {
    by: ['sender'],
    leads: { checking: 'sending', held: 'sending', approved: 'sending', failed: 'sending' },
  },
  'called-back': { by: ['sender'], leads: { sending: 'held' } },
  paid: { by: ['sender'], leads: { sending: 'paid' } },
  'sent-back': { by: ['sender'], leads: { sending: 'failed' } },
};

/**
 * The state that an event leads to when this actor causes it; `null` if the actor or the present
 * state does not allow the event (game.md#payouts).
 */
export function nextPayoutState(
  state: PayoutState,
  event: PayoutEvent,
  by: PayoutActor,
): PayoutState | null {
  const step = STEPS[event];
  return step.by.includes(by) ? (step.leads[state] ?? null) : null;
}

/**
 * The states in which money is on its way. In these states the player's account can't be deleted
 * (account.md#my-data).
 */
export const ON_THE_WAY: readonly PayoutState[] = ['checking', 'approved', 'sending'];

/**
 * The reasons that the player cannot fix. They end by themselves or by an operator, and the prize
 * does not lapse meanwhile.
 */
const NOT_THE_PLAYERS: readonly HoldReason[] = [
  'bank-changed',
  'bank-shared',
  'claim',
  'under-review',
  'second-approval',
];

/**
 * The holding reasons that one operator may lift. The other reasons need the player or two people.
 */
export const RELEASABLE: readonly HoldReason[] = [
  'proof-round',
  'bank-shared',
  'claim',
  'under-review',
];

/** How long a player has to fix the reason that holds a prize, in ms (game.md#held-prizes). */
export const MEND_WITHIN_MS = 30 * DAY_MS;

/** How long before the lapse of a prize its player is warned, in ms. */
export const LAPSE_TOLD_MS = 7 * DAY_MS;

/** How long the check of a prize that nothing holds takes at most, in ms. */
export const CHECKED_WITHIN_MS = HOUR_MS;

/**
 * The time left to fix a held prize, in ms, and the deadline in epoch ms, which is `null` while the
 * clock is stopped.
 */
export type MendClock = { leftMs: number; mendBy: number | null };

/** The clock of a prize that nothing holds, with the full time left. */
export const FULL_MEND_TIME: MendClock = { leftMs: MEND_WITHIN_MS, mendBy: null };

/**
 * The clock at `now` (epoch ms) of a prize that is held for these reasons. The clock is stopped
 * while somebody other than the player must act (game.md#held-prizes).
 */
export function mendClock(
  { leftMs, mendBy }: MendClock,
  reasons: readonly HoldReason[],
  now: number,
): MendClock {
  if (reasons.some((reason) => NOT_THE_PLAYERS.includes(reason))) {
    return { leftMs: mendBy === null ? leftMs : Math.max(0, mendBy - now), mendBy: null };
  }
  return { leftMs, mendBy: mendBy ?? now + leftMs };
}
