import { expect, type Page } from 'playwright/test';
import { serveBoards } from './boards.ts';
import { ageAccount, comeHome, isOfflineReady, newPhone, saveRound, startRound } from './player.ts';
import type { Relay } from './relay.ts';
import { changeSession } from './session.ts';

type Stage = { page: Page; relay: Relay; isGlo: boolean };
type Screen = {
  name: string;
  open: (stage: Stage) => Promise<unknown>;
  /** Whether the screen says or shows something else on glo. */
  hasGloWords?: boolean;
};

const button = (page: Page, name: string) => page.getByRole('button', { name }).click();
const dialog = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('dialog', { name })).toBeVisible();
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

/** A number of the operator's network, or of another one. */
function phoneOf(isGlo: boolean): string {
  return isGlo ? newPhone().replace('0803', '0805') : newPhone();
}

const landing = async ({ page }: Stage) => {
  await page.goto('/');
  await heading(page, 'Win fast cash!');
};
const getStarted = async (stage: Stage) => {
  await landing(stage);
  await button(stage.page, 'Get started');
  await expect(stage.page.getByLabel('Phone number')).toBeFocused();
};
const home = ({ page, isGlo }: Stage, phone = phoneOf(isGlo)) => comeHome(page, 'Ada', phone);
const quiz = async (stage: Stage) => {
  await home(stage);
  await startRound(stage.page, 'La Liga', 'Easy');
};
const savedRound = async (stage: Stage) => {
  await home(stage);
  await saveRound(stage.page, 'La Liga', 'Easy');
};
const leave = async (stage: Stage) => {
  await quiz(stage);
  await button(stage.page, 'Leave the game');
};

const at = (path: string) => async (stage: Stage) => {
  await stage.page.goto(path);
  await heading(stage.page, /./);
};
const signedInAt = (path: string) => async (stage: Stage) => {
  await home(stage);
  await at(path)(stage);
};

/** Too old for the daily boards. */
const OLD_ACCOUNT_DAYS = 31;

/** A full board, of an account of so many days. */
const boards =
  (path: string, days = 0) =>
  async (stage: Stage) => {
    await home(stage);
    if (days > 0) await ageAccount(stage.page, days);
    await serveBoards(stage.page, { place: 4210 });
    await at(path)(stage);
    await expect(stage.page.getByText('You', { exact: true })).toBeVisible();
  };

/** Every screen and dialog that there is, and how a player gets to it. */
export const SCREENS: Screen[] = [
  { name: 'landing', hasGloWords: true, open: landing },
  {
    name: 'toast',
    open: async ({ page }) => {
      await page.goto('/home');
      await expect(page.getByText('Please Login')).toBeVisible();
      await page.getByText('Please Login').hover();
    },
  },
  { name: 'get started', open: getStarted },
  {
    name: 'get started, a wrong number',
    open: async (stage) => {
      await getStarted(stage);
      await stage.page.getByLabel('Phone number').fill('803');
      await button(stage.page, 'Enter');
      await expect(stage.page.getByText('Phone number must be 10 or 11 digits')).toBeVisible();
    },
  },
  {
    name: 'get started, a new player',
    open: async (stage) => {
      await getStarted(stage);
      await stage.page.getByLabel('Phone number').fill(newPhone());
      await button(stage.page, 'Enter');
      await expect(stage.page.getByLabel('Email')).toBeVisible();
      await button(stage.page, 'Enter');
      await expect(stage.page.getByText('Confirm that you are 18 or older')).toBeVisible();
    },
  },
  {
    name: 'terms',
    hasGloWords: true,
    open: async (stage) => {
      await landing(stage);
      await button(stage.page, 'Terms & Condition');
      await dialog(stage.page, /Terms/);
    },
  },
  { name: 'home', open: (stage) => home(stage) },
  {
    name: 'home, offline',
    open: async (stage) => {
      await home(stage);
      await isOfflineReady(stage.page);
      stage.relay.cut();
      await stage.page.reload();
      await expect(stage.page.getByText('You are offline')).toBeVisible();
    },
  },
  {
    name: 'menu',
    hasGloWords: true,
    open: async (stage) => {
      await home(stage);
      await button(stage.page, 'Menu');
      await dialog(stage.page, 'Ada');
    },
  },
  {
    name: 'boost',
    open: async (stage) => {
      await home(stage);
      await button(stage.page, '2x Boost');
      await dialog(stage.page, '2x Boost');
    },
  },
  {
    name: 'coins',
    open: async (stage) => {
      await home(stage);
      await stage.page.getByRole('button', { name: /coins$/ }).click();
      await dialog(stage.page, 'Your coins');
    },
  },
  {
    name: 'coins, inactive account',
    open: async (stage) => {
      await home(stage, phoneOf(stage.isGlo).replace(/..$/, '01'));
      await stage.page.getByRole('button', { name: /coins$/ }).click();
      await dialog(stage.page, 'Your coins');
    },
  },
  { name: 'home, a saved game', open: savedRound },
  {
    name: 'home, a saved game and an open one',
    open: async (stage) => {
      await savedRound(stage);
      await startRound(stage.page, 'Serie A', 'Easy');
      await stage.page.goBack();
      await expect(stage.page.getByRole('button', { name: 'Go on' })).toBeVisible();
      await stage.page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'home, a saved game, offline',
    open: async (stage) => {
      await savedRound(stage);
      await isOfflineReady(stage.page);
      stage.relay.cut();
      await stage.page.reload();
      await expect(stage.page.getByText('Needs network').first()).toBeVisible();
      await stage.page.getByRole('button', { name: /La Liga/ }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'level picker, saving',
    open: async ({ page, ...stage }) => {
      await home({ page, ...stage });
      await button(page, 'La Liga');
      await page.getByRole('switch', { name: /^Save a round/ }).click();
      await expect(page.getByRole('switch', { name: /^Save a round/ })).toBeChecked();
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
  {
    name: 'quiz, open in another tab',
    open: async (stage) => {
      await quiz(stage);
      const { page } = stage;
      const address = page.url();
      const other = await page.context().newPage();
      await page.goto('/home');
      await other.goto(address);
      await expect(other.getByRole('article')).toBeVisible();
      await page.bringToFront();
      await page.goto(address);
      await heading(page, 'This game is open in another tab');
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
    name: 'inactive account',
    open: async (stage) => {
      await home(stage, phoneOf(stage.isGlo).replace(/..$/, '01'));
      await button(stage.page, 'La Liga');
      await stage.page.getByRole('button', { name: /^Easy/ }).click();
      await dialog(stage.page, 'Your subscription has ended');
    },
  },
  {
    name: 'not enough coins',
    open: async (stage) => {
      await home(stage);
      // A check of the subscription that is still under way brings the balance back.
      await stage.page.waitForLoadState('networkidle');
      await changeSession(stage.page, (session) => {
        (session.user as Record<string, unknown>).pointBalance = 0;
      });
      await button(stage.page, 'La Liga');
      await stage.page.getByRole('button', { name: /^Easy/ }).click();
      await dialog(stage.page, /coins/);
    },
  },
  { name: 'quiz', open: quiz },
  {
    name: 'leaving a round',
    open: async (stage) => {
      await leave(stage);
      await dialog(stage.page, /Leave/);
    },
  },
  {
    name: 'results',
    open: async (stage) => {
      await leave(stage);
      await stage.page.getByRole('button', { name: 'Leave', exact: true }).click();
      await expect(stage.page.getByText('Leaderboard updated successfully!')).toBeVisible();
    },
  },
  {
    name: 'leaderboard, nobody on it',
    hasGloWords: true,
    open: async (stage) => {
      await signedInAt('/leaderboard')(stage);
      await expect(stage.page.getByText('No leaderboard yet')).toBeVisible();
    },
  },
  { name: 'leaderboard, a tier', hasGloWords: true, open: boards('/daily?tier=2') },
  { name: 'leaderboard, another tier', open: boards('/daily?tab=previous-day&tier=3') },
  { name: 'leaderboard, a week', hasGloWords: true, open: boards('/daily?tab=current-week') },
  { name: 'leaderboard, weekly', open: boards('/leaderboard', OLD_ACCOUNT_DAYS) },
  { name: 'leaderboard, last week', open: boards('/leaderboard?week=last', OLD_ACCOUNT_DAYS) },
  { name: 'leaderboard, monthly', open: boards('/leaderboard?board=monthly', OLD_ACCOUNT_DAYS) },
  {
    name: 'leaderboard, the own row over the others',
    open: async (stage) => {
      await boards('/leaderboard', OLD_ACCOUNT_DAYS)(stage);
      await stage.page.getByText('Around you').scrollIntoViewIfNeeded();
    },
  },
  { name: 'onboarding', open: at('/onboarding') },
  { name: 'onboarding, subscribe', open: at('/onboarding?variant=subscribe') },
  { name: 'faqs', hasGloWords: true, open: at('/faqs') },
  { name: 'campaign', open: at('/campaign/friend/1') },
  {
    name: 'auto-login, failed',
    open: async ({ page }) => {
      await page.route('**/api/v2/user/**', (route) => route.abort());
      await page.goto('/login?msisdn=2348031234567');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
  { name: 'how to win', hasGloWords: true, open: signedInAt('/rules') },
  { name: 'contact', open: signedInAt('/contact') },
];
