import type { Care } from '../../../contract/care.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import type { Offer } from '../../../offer/offer.ts';
import { weekOf } from '../../../rules/calendar.ts';
import { limitAt } from '../../../rules/care.ts';
import { formatKobo, nairaToKobo, type Plan, quoteOf } from '../../../rules/money.ts';

/** How the player spends with care at an instant; times in epoch milliseconds. */
export type CareNow = {
  /** In naira, `null` for none; and the one that follows. */
  limit: number | null;
  next: { naira: number | null; from: number } | null;
  spentKobo: number;
  pendingKobo: number;
  /** `null` without a limit. */
  leftKobo: number | null;
  weekEndsAt: number;
  breakUntil: number | null;
  isUnderAge: boolean;
};

/** What was read at one time as it stands at another: weeks and breaks end meanwhile. */
export function careNow(care: Care, now: number): CareNow {
  const next = care.next && { naira: care.next.weeklyNaira, from: Date.parse(care.next.from) };
  const limit = limitAt({ naira: care.weeklyNaira, next }, now);
  const isSameWeek = Date.parse(care.weekEndsAt) > now;
  const spentKobo = isSameWeek ? care.spentKobo : 0;
  const until = care.breakUntil === null ? 0 : Date.parse(care.breakUntil);
  return {
    limit: limit.naira,
    next: limit.next,
    spentKobo,
    pendingKobo: isSameWeek ? care.pendingKobo : 0,
    leftKobo: limit.naira === null ? null : Math.max(0, nairaToKobo(limit.naira) - spentKobo),
    weekEndsAt: weekOf(now).endsAt,
    breakUntil: until > now ? until : null,
    isUnderAge: care.isUnderAge,
  };
}

/** Why no plan, or not this one, can be bought now; `null` where it can. */
export function planStop(
  { leftKobo, breakUntil, isUnderAge }: CareNow,
  { plan, offer, now }: { plan: Plan; offer: Offer; now: number },
): string | null {
  if (isUnderAge) return 'You must be 18 to buy. You can go on playing.';
  if (breakUntil !== null) {
    return `You are on a break from buying until ${dayAndTimeText(breakUntil, now)}.`;
  }
  const prices = offer.ways.flatMap((way) => quoteOf(offer.prices, way, `plan-${plan}`) ?? []);
  const least = Math.min(...prices.map(({ kobo, feeKobo }) => kobo + feeKobo));
  if (leftKobo === null || leftKobo >= least) return null;
  return `Your weekly limit has ${formatKobo(leftKobo)} left until Monday.`;
}
