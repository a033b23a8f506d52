import { expect, type Page } from 'playwright/test';
import { comeHome, comeTo, newPhone } from '../player.ts';
import type { Relay } from '../relay.ts';
import { saveRound, startRound } from '../round.ts';

/** Where a screen is opened. */
export type Stage = { page: Page; relay: Relay; isGlo: boolean };

/** A screen or dialog, and how a player gets to it. */
export type Screen = {
  name: string;
  open: (stage: Stage) => Promise<unknown>;
  /** Whether the screen says or shows something else on glo. */
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
export const home = (stage: Stage) => comeHome(stage.page, 'Ada', phoneOf(stage));
/** A page of a new player, at which nothing is to be visited before. */
export const playerAt = (path: string) => async (stage: Stage) => {
  await comeTo(stage.page, path, 'Ada', phoneOf(stage));
  await heading(stage.page, /./);
};
/** The dashboard of a player whose operator refuses the subscription. */
export const inactiveHome = (stage: Stage) =>
  comeHome(stage.page, 'Ada', phoneOf(stage).replace(/..$/, '01'));
export const quiz = async (stage: Stage) => {
  await home(stage);
  await startRound(stage.page, 'La Liga', 'Easy');
};
export const savedRound = async (stage: Stage) => {
  await home(stage);
  await saveRound(stage.page, 'La Liga', 'Easy');
};
