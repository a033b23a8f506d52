import { dayOf, MINUTE_MS } from './calendar.ts';
import type { Prize } from './networks.ts';
import { RAFFLE_TICKET_PLAY } from './prizes.ts';

/** Promotions and daily boards are for accounts up to this age, in days (game.md#age-of-an-account). */
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
 * A promotion: due once a day from a number of plays on, or whenever it was last dismissed long
 * enough ago. `prize` is the prize that a brand must have for it.
 */
export type PromoRow = { id: PromoId; prize: Prize } & ({ fromPlay: number } | { awayMs: number });

/** All promotions; the earlier comes first when several are due (game.md#promotional-modals). */
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

/** The player who opens the dashboard, and the time; `playsUsed` is `null` while it is unknown. */
export type PromoAsk = {
  accountAgeDays: number;
  playsUsed: number | null;
  prizes: readonly Prize[];
  times: PromoTimes;
  /** Epoch milliseconds. */
  now: number;
};

/**
 * The promotions that are due, the first one first (game.md#promotional-modals). A time in the
 * future comes from another clock and hides nothing.
 */
export function duePromos({ accountAgeDays, playsUsed, prizes, times, now }: PromoAsk): PromoId[] {
  // An account without a date counts as old.
  if (!(accountAgeDays <= PROMO_MAX_ACCOUNT_AGE_DAYS)) return [];
  const sinceMidnight = now - dayOf(now).startsAt;
  return PROMOS.filter((row) => {
    const hasCount = 'fromPlay' in row;
    // A player who plays again straight from full time comes back with a higher count: the
    // promotion is still due.
    const isDue = !hasCount || (playsUsed ?? 0) >= row.fromPlay;
    const ago = now - (times[row.id] ?? Number.POSITIVE_INFINITY);
    const isHidden = ago >= 0 && (hasCount ? ago <= sinceMidnight : ago < row.awayMs);
    return isDue && !isHidden && prizes.includes(row.prize);
  }).map(({ id }) => id);
}
