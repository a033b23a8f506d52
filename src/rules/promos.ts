import { RAFFLE_TICKET_PLAY } from './prizes.ts';

const MINUTE_MS = 60_000;

/** Promotional modals are for accounts up to this age, in days (game.md#promotional-modals). */
export const PROMO_MAX_ACCOUNT_AGE_DAYS = 30;

/** How long a dismissed promo stays away, in milliseconds (game.md#dismissed-promotions). */
export const PROMO_DISMISSAL_MS = {
  million: 360 * MINUTE_MS,
  progress: 10 * MINUTE_MS,
  daily: 30 * MINUTE_MS,
  ticketWinner: 17 * MINUTE_MS,
} as const;

/** The count of plays used today at which each modal shows (game.md#promotional-modals). */
export const PROMO_AT_PLAY = { promo: 2, raffleDraw: 4, entryTicket: RAFFLE_TICKET_PLAY } as const;
