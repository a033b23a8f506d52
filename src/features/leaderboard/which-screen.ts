import type { Brand } from '../../config/brands.ts';
import type { User } from '../../contract/user.ts';
import { accountAgeDays } from '../../rules/calendar.ts';
import { PROMO_MAX_ACCOUNT_AGE_DAYS } from '../../rules/promos.ts';

/**
 * Whether a player sees the daily boards instead of the weekly and monthly ones: an account of at
 * most 30 days, or an operator with a daily promo (gameplay §2). An account without a date is no
 * new one.
 * @param now epoch milliseconds
 */
export function seesDailyBoards(
  { createdAt }: Pick<User, 'createdAt'>,
  { promo }: Pick<Brand, 'promo'>,
  now: number,
): boolean {
  if (promo === 'daily-tiers') return true;
  return accountAgeDays(Date.parse(createdAt ?? ''), now) <= PROMO_MAX_ACCOUNT_AGE_DAYS;
}
