import { screen, within } from '@testing-library/react';
import { aBoard, aBoardRow, boardRows } from '../../../support/builders.ts';
import { type Answer, answer, type SeenRequest } from '../../../support/fake-api.ts';

export const TODAY = 'points/tournament/leaderboard';
const YESTERDAY = 'points/tournament/yesterday-players';

const own = (highScore: number) => aBoardRow(31, { userId: 'player-1', name: 'Ada', highScore });

/** A tier with 31 players, in which the own one has this many points. */
export const scored = (highScore: number, position: number | null = 31) =>
  aBoard({ user: own(highScore), position, leaderBoard: boardRows(31) });

type Replies = Partial<Record<'today' | 'yesterday' | 'week' | 'lastWeek', Answer>>;

/** The replies that the screen needs; gives the requested tiers. */
export function serve(replies: Replies = {}) {
  answer('get', 'points', replies.week ?? aBoard());
  answer('get', 'points/leaderboard/last-week', replies.lastWeek ?? aBoard());
  const tiers = (asked: SeenRequest[]) => asked.map(({ url }) => url.searchParams.get('tier'));
  const today = answer('get', TODAY, replies.today ?? scored(620));
  const yesterday = answer('get', YESTERDAY, replies.yesterday ?? scored(1200, 2));
  return { today: () => tiers(today), yesterday: () => tiers(yesterday) };
}

export const tier = (name: RegExp) => screen.getByRole('tab', { name });

export const header = () => within(screen.getByRole('region', { name: 'You' }));
