import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DataUsedPage } from '../../../../src/features/data-used/data-used-page.tsx';
import { lagosDate } from '../../../../src/rules/calendar.ts';
import { renderScreen } from '../../../support/render.tsx';

afterEach(() => {
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'connection');
});

test('tells in plain words what today and this month used, and what is not told', () => {
  const used = { app: 300_000, play: 12_400, boards: 999, untold: 1 };
  localStorage.setItem('fom-data-used', JSON.stringify({ [lagosDate(Date.now())]: used }));
  renderScreen(<DataUsedPage />);
  expect(screen.getByRole('heading', { name: 'Data used' })).toBeTruthy();
  const cells = screen.getAllByRole('row').map((row) => row.textContent);
  expect(cells).toEqual([
    'TodayThis month',
    'The app itself300 KB300 KB',
    'Questions and results12 KB12 KB',
    'Leaderboardsunder 1 KBunder 1 KB',
    "Players' pictures0 KB0 KB",
    'Other0 KB0 KB',
    'All313 KB313 KB',
  ]);
  screen.getByText('Not counted: 1 file of other sites. They do not tell their size.');
  expect(screen.queryByText('Your phone saves data')).toBeNull();
});

test.each([
  [{ saveData: true }, 'Your phone saves data'],
  [{ effectiveType: '2g' }, 'Your network is slow now'],
])('says why little is fetched: %o', (connection, title) => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  renderScreen(<DataUsedPage />);
  screen.getByText(title);
  screen.getByText('So we only fetch what you open.');
});
