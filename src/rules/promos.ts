import { dayOf, MINUTE_MS } from './calendar.ts';
import type { Prize } from './networks.ts';
import { RAFFLE_TICKET_PLAY } from './prizes.ts';

/**
 * The age of an account, in days, up to which it gets promotions and daily boards
 * (game.md#age-of-an-account).
 */
export const PROMO_MAX_ACCOUNT_AGE_DAYS = 30;

export type PromoId =
  | 'promo'
  | 'raffle-draw'
  | 'entry-ticket'
  | 'million'
  | 'daily'
  | 'ticket-winner'
  | 'progress';

/**
 * A promotion. With `fromPlay` it is due once a day, from that number of plays on. With `awayMs` it
 * is due if it was last dismissed at least that long ago. `prize` is the prize that a brand must
 * have for it.
 */
export type PromoRow = { id: PromoId; prize: Prize } & ({ fromPlay: number } | { awayMs: number });

/**
 * All promotions. When several are due, the earlier in this list comes first
 * (game.md#promotional-modals).
 */
export const PROMOS: readonly PromoRow[] = [
  { id: 'entry-ticket', prize: 'raffle', fromPlay: RAFFLE_TICKET_PLAY },
  { id: 'raffle-draw', prize: 'raffle', fromPlay: 4 },
  { id: 'promo', prize: 'daily-cash', fromPlay: 2 },
  { id: 'million', prize: 'raffle', awayMs: 360 * MINUTE_MS },
  { id: 'daily', prize: 'daily-cash', awayMs: 30 * MINUTE_MS },
  { id: 'ticket-winner', prize: 'raffle', awayMs: 17 * MINUTE_MS },
  { id: 'progress', prize: 'daily-cash', awayMs: 10 * MINUTE_MS },
];

/** When promotions were last shown or dismissed on this phone, in epoch milliseconds. */
export type PromoTimes = { readonly [Id in PromoId]?: number };

/**
 * Facts about the player who opens the dashboard, and the time. `playsUsed` is `null` while it is
 * unknown.
 */
export type PromoAsk = {
  accountAgeDays: number;
  playsUsed: number | null;
  prizes: readonly Prize[];
  times: PromoTimes;
  /** The current time in epoch milliseconds. */
  now: number;
};

/**
 * The promotions that are due, in the order in which they come (game.md#promotional-modals). A
 * stored time in the future comes from a wrong clock and hides nothing.
 */
export function duePromos({ accountAgeDays, playsUsed, prizes, times, now }: PromoAsk): PromoId[] {
  // An account without a date counts as old.
  if (!(accountAgeDays <= PROMO_MAX_ACCOUNT_AGE_DAYS)) return [];
  const sinceMidnight = now - dayOf(now).startsAt;
  return PROMOS.filter((row) => {
    const hasCount = 'fromPlay' in row;
    // A player may start further games from full time without seeing the dashboard. A promotion is
    // still due when they return with a higher count of plays.
    const isDue = !hasCount || (playsUsed ?? 0) >= row.fromPlay;
    const ago = now - (times[row.id] ?? Number.POSITIVE_INFINITY);
    const isHidden = ago >= 0 && (hasCount ? ago <= sinceMidnight : ago < row.awayMs);
    return isDue && !isHidden && prizes.includes(row.prize);
  }).map(({ id }) => id);
}
