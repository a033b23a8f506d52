import { expect } from 'playwright/test';
import { isOfflineReady } from '../player.ts';
import { parkRound, startRound } from '../round.ts';
import { button, dialog, frontPage, home, inactiveHome, type Screen, savedRound } from './stage.ts';

/** The dashboard and everything that opens over it. */
export const HOME: Screen[] = [
  { name: 'home, first run', open: (stage) => home(stage) },
  { name: 'home', hasGloWords: true, open: frontPage },
  { name: 'home, not enough airtime', open: inactiveHome },
  {
    name: 'home, offline',
    isOffline: true,
    open: async (stage) => {
      await home(stage);
      await isOfflineReady(stage.page);
      stage.relay.cut();
      await stage.page.reload();
      await expect(stage.page.getByText('No network')).toBeVisible();
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
      await inactiveHome(stage);
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
      await parkRound(stage.page);
      await expect(stage.page.getByRole('button', { name: 'Go on' })).toBeVisible();
      await stage.page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'home, a saved game, offline',
    isOffline: true,
    open: async (stage) => {
      await savedRound(stage);
      await isOfflineReady(stage.page);
      stage.relay.cut();
      await stage.page.reload();
      await expect(stage.page.getByText('Needs network').first()).toBeVisible();
      await stage.page.getByRole('button', { name: /La Liga/ }).scrollIntoViewIfNeeded();
    },
  },
];
