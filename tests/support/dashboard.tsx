import { screen } from '@testing-library/react';
import { HomePage } from '../../src/features/home/home-page.tsx';
import { notePromo } from '../../src/features/home/promo-facts.ts';
import { PROMOS } from '../../src/rules/promos.ts';
import { aUser, premierLeague } from './builders.ts';
import { answer } from './fake-api.ts';
import { renderScreen } from './render.tsx';

export const VERIFY = 'payments/subscription/airtime/verify/2348030000000';

export const served = {
  categories: {
    data: [premierLeague, { ...premierLeague, id: 'old', name: 'Old', isActive: false }],
  },
  plays: { data: { count: 3 } },
  points: { data: { user: { highScore: 2310 } } },
};

/** No promotion covers the subject of a test. */
export function dismissPromos(): void {
  for (const { id } of PROMOS) notePromo(aUser().id, id, Date.now());
}

/** The replies that the dashboard needs; gives the subscription checks. */
export function serveDashboard(
  replies: Partial<Record<keyof typeof served, Parameters<typeof answer>[2]>> = {},
) {
  dismissPromos();
  answer('get', 'categories', replies.categories ?? served.categories);
  answer('get', 'user/dailyplays', replies.plays ?? served.plays);
  answer('get', 'points/user-points', replies.points ?? served.points);
  return answer('get', VERIFY, { data: aUser({ pointBalance: 777 }), meta: { token: 'newer' } });
}

export const openDashboard = () => renderScreen(<HomePage loadQuiz={async () => undefined} />);

export const figure = (text: string) =>
  screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text);
