import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../components/icon.tsx';
import { rushTier } from '../../../rules/tournament.ts';
import { rushPointsQuery } from '../api/rush-points.ts';

/** The tier of the day, for whoever wins by that one alone (game.md#tiers-of-the-day). */
export function TierToday({ playerId }: { playerId: string }) {
  const { data } = useQuery(rushPointsQuery(playerId));
  if (data === undefined) return null;
  return (
    <span>
      <Icon name="podium" size={16} />
      <b>Tier {rushTier(data)}</b> today
    </span>
  );
}
