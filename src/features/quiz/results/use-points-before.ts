import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedRound } from '../../../round/saved-round.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { type UserPoints, userPointsQuery } from '../../../start/user-points.ts';

type Seen = { points: UserPoints; seenAt: number };

/**
 * What this phone knew of its player before this game: their best of its category and level, and
 * their place, seen at `seenAt` (epoch milliseconds). The first answer stands: a later one has this
 * game in it.
 */
export function usePointsBefore({ category, level }: SavedRound) {
  const { id } = useSignedInPlayer();
  const query = userPointsQuery(id);
  const { data, dataUpdatedAt } = useQuery({ ...query, refetchOnMount: false });
  const client = useQueryClient();
  const [first, setFirst] = useState<Seen | null>(() => {
    const state = client.getQueryState<UserPoints>(query.queryKey);
    return state?.data ? { points: state.data, seenAt: state.dataUpdatedAt } : null;
  });
  if (!first && data) setFirst({ points: data, seenAt: dataUpdatedAt });
  const { bests = null, week = null } = first?.points ?? {};
  const own = bests?.find((best) => best.categoryId === category.id && best.level === level);
  return { best: own?.right ?? null, week, seenAt: first?.seenAt ?? 0 };
}
