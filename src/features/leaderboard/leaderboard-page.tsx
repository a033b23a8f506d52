import { useEffect, useState } from 'react';
import type { User } from '../../contract/user.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { accountAgeDays } from '../../rules/calendar.ts';
import type { Network } from '../../rules/networks.ts';
import { PROMO_MAX_ACCOUNT_AGE_DAYS } from '../../rules/promos.ts';
import { useBrand } from '../../session/use-brand.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import { checkSubscription } from '../../subscription/check-subscription.ts';
import { DailyScreen } from './daily/daily-screen.tsx';
import { ReportHost } from './report/report-host.tsx';
import { WeeklyScreen } from './weekly/weekly-screen.tsx';

/** Who plays decides which boards are shown (game.md#which-boards-a-player-sees). */
export function LeaderboardPage() {
  const player = useSignedInPlayer();
  const brand = useBrand();
  const [openedAt] = useState(serverTime);
  useEffect(() => void checkSubscription(), []);
  return (
    <ReportHost>
      {seesDailyBoards(player, brand, openedAt) ? <DailyScreen /> : <WeeklyScreen />}
    </ReportHost>
  );
}

/**
 * Whether it is the daily boards: for an account of at most 30 days (one without a date is not new;
 * `now` in milliseconds), or an operator that pays no weekly cash
 * (game.md#which-boards-a-player-sees).
 */
export function seesDailyBoards(
  { createdAt }: Pick<User, 'createdAt'>,
  { prizes }: Pick<Network, 'prizes'>,
  now: number,
): boolean {
  if (!prizes.includes('weekly-cash')) return true;
  return accountAgeDays(Date.parse(createdAt ?? ''), now) <= PROMO_MAX_ACCOUNT_AGE_DAYS;
}
