import { expect } from 'playwright/test';
import { changeSession } from '../session.ts';
import {
  button,
  dialog,
  home,
  inactiveHome,
  playedHome,
  type Screen,
  STREAK,
  savedRound,
} from './stage.ts';

/** The level picker, and everything that keeps a round from starting. */
export const LEVELS: Screen[] = [
  {
    name: 'level picker, saving',
    open: async ({ page, ...stage }) => {
      await home({ page, ...stage });
      await button(page, 'La Liga');
      await page.getByRole('switch', { name: /^Save for later/ }).click();
      await expect(page.getByRole('switch', { name: /^Save for later/ })).toBeChecked();
    },
  },
  {
    name: 'level picker, saved already',
    open: async (stage) => {
      await savedRound(stage);
      await button(stage.page, 'Serie A');
      await expect(stage.page.getByText('You have a saved game. Play it first.')).toBeVisible();
    },
  },
  {
    name: 'level picker',
    open: async (stage) => {
      await home(stage);
      await button(stage.page, 'La Liga');
      await dialog(stage.page, 'Select Level');
    },
  },
  {
    name: 'level picker, no plays left',
    open: async (stage) => {
      await stage.page.route('**/api/v2/user/dailyplays', (route) =>
        route.fulfill({ json: { status: true, data: { count: 50, streak: STREAK } } }),
      );
      await playedHome(stage);
      await stage.page.waitForLoadState('networkidle');
      await button(stage.page, 'La Liga');
      await expect(stage.page.getByText('No plays left today')).toBeVisible();
    },
  },
  {
    name: 'inactive account',
    open: async (stage) => {
      await inactiveHome(stage);
      await button(stage.page, 'La Liga');
      await stage.page.getByRole('button', { name: /^Easy/ }).click();
      await dialog(stage.page, 'Not enough airtime');
    },
  },
  {
    name: 'not enough coins',
    open: async (stage) => {
      await home(stage);
      // A pending check of the subscription would bring the balance back.
      await stage.page.waitForLoadState('networkidle');
      await button(stage.page, 'La Liga');
      await changeSession(stage.page, (session) => {
        (session.user as Record<string, unknown>).pointBalance = 0;
      });
      await stage.page.getByRole('button', { name: /^Easy/ }).click();
      await dialog(stage.page, /coins/);
    },
  },
  {
    name: 'two unfinished games',
    open: async (stage) => {
      await savedRound(stage);
      await stage.page.route('**/api/v2/questions/**', (route) =>
        route.fulfill({
          json: { status: false, data: null, code: 'round/too-many', message: 'Two are open' },
        }),
      );
      await button(stage.page, 'Serie A');
      await stage.page.getByRole('button', { name: /^Easy/ }).click();
      await dialog(stage.page, 'You have two unfinished games');
    },
  },
];
