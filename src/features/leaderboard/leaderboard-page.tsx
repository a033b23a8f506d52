import { useEffect, useState } from 'react';
import type { User } from '../../contract/user.ts';
import { accountAgeDays } from '../../rules/calendar.ts';
import type { Network } from '../../rules/networks.ts';
import { PROMO_MAX_ACCOUNT_AGE_DAYS } from '../../rules/promos.ts';
import { checkSubscription } from '../../session/check-subscription.ts';
import { useBrand } from '../../session/use-brand.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import { DailyScreen } from './daily/daily-screen.tsx';
import { WeeklyScreen } from './weekly/weekly-screen.tsx';

/**
 * `/leaderboard` and `/daily`: who plays decides which boards are shown
 * (game.md#which-boards-a-player-sees).
 */
export function LeaderboardPage() {
  const player = useSignedInPlayer();
  const brand = useBrand();
  const [openedAt] = useState(Date.now);
  useEffect(checkSubscription, []);
  return seesDailyBoards(player, brand, openedAt) ? <DailyScreen /> : <WeeklyScreen />;
}

/**
 * Whether a player sees the daily boards instead of the weekly and monthly ones: an account of at
 * most 30 days, or an operator that pays no weekly cash (game.md#which-boards-a-player-sees). An
 * account without a date is no new one.
 * @param now epoch milliseconds
 */
export function seesDailyBoards(
  { createdAt }: Pick<User, 'createdAt'>,
  { prizes }: Pick<Network, 'prizes'>,
  now: number,
): boolean {
  if (!prizes.includes('weekly-cash')) return true;
  return accountAgeDays(Date.parse(createdAt ?? ''), now) <= PROMO_MAX_ACCOUNT_AGE_DAYS;
}
