import type { Payout } from '../../../contract/payouts.ts';
import { dayText, monthText } from '../../../lib/time.ts';
import { formatKobo } from '../../../rules/money.ts';

/** What was won, as it is read: `₦3,000`, `₦500 airtime`. */
export function sumText(kobo: number, kind: Payout['kind']): string {
  return kind === 'cash' ? formatKobo(kobo) : `${formatKobo(kobo)} ${kind}`;
}

/** What a prize was won with: `3rd place, Rush Tier 2, Tue 18 Nov`. */
export function prizeText({ board, tier, place, period }: Payout, now: number): string {
  const startsAt = Date.parse(period.startsAt);
  const ranked = `${ordinal(place)} place`;
  switch (board) {
    case 'weekly':
      return `${ranked}, week of ${dayText(startsAt, now)}`;
    case 'monthly':
      return `Grand prize, ${monthText(startsAt, now)}`;
    case 'rush':
      return `${ranked}, Rush Tier ${tier}, ${dayText(startsAt, now)}`;
    case 'raffle':
      return `Raffle draw, ${dayText(Date.parse(period.endsAt), now)}`;
  }
}

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

function ordinal(place: number): string {
  return `${place}${ENDINGS[ORDINALS.select(place)]}`;
}
