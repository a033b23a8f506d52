import { expect } from 'playwright/test';
import { serveBoards } from '../boards.ts';
import { ageAccount, rememberPlayer } from '../player.ts';
import { at, phoneOf, playerAt, type Screen, type Stage } from './stage.ts';

/** Too old for the daily boards. */
const OLD_ACCOUNT_DAYS = 31;

/**
 * Few rows are enough for colours and names, and a tier pays this many; the row over the others
 * needs a list to scroll.
 */
const FEW_ROWS = 10;

/** A board with the own place 4,210, of an account of this many days. */
const boards =
  (path: string, { days = 0, rows = FEW_ROWS } = {}) =>
  async (stage: Stage) => {
    await rememberPlayer(stage.page, 'Ada', phoneOf(stage));
    if (days > 0) await ageAccount(stage.page, days);
    await serveBoards(stage.page, { place: 4210, rows });
    await at(path)(stage);
    await expect(stage.page.getByText('You', { exact: true }).first()).toBeVisible();
  };

export const BOARDS: Screen[] = [
  {
    name: 'leaderboard, nobody on it',
    hasGloWords: true,
    open: async (stage) => {
      await playerAt('/leaderboard')(stage);
      await expect(stage.page.getByText('No leaderboard yet')).toBeVisible();
    },
  },
  { name: 'leaderboard, a tier', hasGloWords: true, open: boards('/daily?tier=2') },
  { name: 'leaderboard, another tier', open: boards('/daily?tab=previous-day&tier=3') },
  { name: 'leaderboard, a week', hasGloWords: true, open: boards('/daily?tab=current-week') },
  { name: 'leaderboard, weekly', open: boards('/leaderboard', { days: OLD_ACCOUNT_DAYS }) },
  {
    name: 'leaderboard, last week',
    open: boards('/leaderboard?week=last', { days: OLD_ACCOUNT_DAYS }),
  },
  {
    name: 'leaderboard, monthly',
    open: boards('/leaderboard?board=monthly', { days: OLD_ACCOUNT_DAYS }),
  },
  {
    name: 'leaderboard, a player to report',
    open: async (stage) => {
      await boards('/leaderboard', { days: OLD_ACCOUNT_DAYS })(stage);
      await stage.page
        .getByRole('button', { name: /^Zainab/ })
        .first()
        .click();
      await stage.page.getByRole('button', { name: 'Report name' }).waitFor();
    },
  },
  {
    name: 'leaderboard, the own row over the others',
    open: async (stage) => {
      await boards('/leaderboard', { days: OLD_ACCOUNT_DAYS, rows: 50 })(stage);
      await stage.page.getByText('Around you').scrollIntoViewIfNeeded();
    },
  },
];
