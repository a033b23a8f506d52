import type { DailyTab } from '../../../config/paths.ts';

/** What the tabs of the daily boards are called. */
export const DAILY_TAB_NAMES = {
  'previous-day': 'Previous Day',
  'current-day': 'Current Day',
  'current-week': 'Current Week',
  'previous-week': 'Previous Week',
} as const satisfies Record<DailyTab, string>;
