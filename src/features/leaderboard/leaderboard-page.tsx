import { useEffect, useState } from 'react';
import { checkSubscription } from '../../session/check-subscription.ts';
import { useBrand } from '../../session/use-brand.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import { DailyScreen } from './daily-screen.tsx';
import { WeeklyScreen } from './weekly-screen.tsx';
import { seesDailyBoards } from './which-screen.ts';

/** `/leaderboard` and `/daily`: who plays decides which boards are shown (gameplay §2). */
export function LeaderboardPage() {
  const player = useSignedInPlayer();
  const brand = useBrand();
  const [openedAt] = useState(Date.now);
  useEffect(checkSubscription, []);
  return seesDailyBoards(player, brand, openedAt) ? <DailyScreen /> : <WeeklyScreen />;
}
