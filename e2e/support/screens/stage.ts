import { expect, type Page } from 'playwright/test';
import type { Relay } from '../../../tests/support/relay.ts';
import { comeHome, comeTo, isHome, newPhone } from '../player.ts';
import { saveRound, startRound } from '../round.ts';

/** The conditions for opening a screen. */
export type Stage = { page: Page; relay: Relay; isGlo: boolean };

/** A screen or dialog, and how a player gets to it. */
export type Screen = {
  name: string;
  open: (stage: Stage) => Promise<unknown>;
  /** Whether the screen has other texts or pictures on glo. */
  hasGloWords?: boolean;
  /** Whether it is opened from the phone's copy, with the line cut. */
  isOffline?: boolean;
};

export const button = (page: Page, name: string) => page.getByRole('button', { name }).click();
export const dialog = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('dialog', { name })).toBeVisible();
export const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

/** A number of the operator's network, or of another one. */
export function phoneOf({ isGlo }: Stage): string {
  return isGlo ? newPhone().replace('0803', '0805') : newPhone();
}

export const at = (path: string) => async (stage: Stage) => {
  await stage.page.goto(path);
  await heading(stage.page, /./);
};
export const landing = async ({ page }: Stage) => {
  await page.goto('/');
  await heading(page, 'Win fast cash!');
};
export const STREAK = { days: 6, lastDay: '2026-01-01', roundsToday: 0 };
/** The dashboard assumes that a player who has just joined has never played. */
export const JOINED_BEFORE = { createdAt: new Date(Date.now() - 5 * 86_400_000).toISOString() };
/** The dashboard of a player who is not new. */
export async function playedHome(stage: Stage): Promise<void> {
  await comeTo(stage.page, '/home', 'Ada', phoneOf(stage), undefined, JOINED_BEFORE);
  await isHome(stage.page);
}
export const home = (stage: Stage) => comeHome(stage.page, 'Ada', phoneOf(stage));
/**
 * The dashboard of a player who has played and would win money, with levels won, as a server would
 * report it.
 */
export async function frontPage(stage: Stage): Promise<void> {
  const { page, isGlo } = stage;
  const cashNaira = isGlo ? 0 : 3320;
  const bests = ['easy', 'medium'].map((level) => ({ categoryId: 'la-liga', level, right: 9 }));
  await page.route('**/api/v2/points/user-points', (route) =>
    route.fulfill({
      json: {
        status: true,
        data: { user: { highScore: 1660 }, week: { place: 5, toNext: 20, cashNaira }, bests },
      },
    }),
  );
  await page.route('**/api/v2/user/dailyplays', (route) =>
    route.fulfill({ json: { status: true, data: { count: 5, streak: STREAK } } }),
  );
  await playedHome(stage);
  await expect(page.getByText('45 plays left')).toBeVisible();
}
/** A page of a new player that needs no visit elsewhere before. */
export const playerAt = (path: string) => async (stage: Stage) => {
  await comeTo(stage.page, path, 'Ada', phoneOf(stage));
  await heading(stage.page, /./);
};
/** The dashboard of a player whose operator refuses the subscription. */
export const inactiveHome = (stage: Stage) =>
  comeHome(stage.page, 'Ada', phoneOf(stage).replace(/..$/, '01'));
export const quiz = async (stage: Stage) => {
  await home(stage);
  return startRound(stage.page, 'La Liga', 'Easy');
};
export const savedRound = async (stage: Stage) => {
  await home(stage);
  await saveRound(stage.page, 'La Liga', 'Easy');
};
