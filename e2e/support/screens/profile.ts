import { expect } from 'playwright/test';
import { choosePhoto } from '../photo.ts';
import { isOfflineReady } from '../player.ts';
import { button, dialog, playerAt, type Screen, type Stage } from './stage.ts';

const profile = async (stage: Stage) => {
  await playerAt('/profile')(stage);
  await expect(stage.page.getByLabel('State')).toBeVisible();
};

/** The profile, and the picture's way to it. */
export const PROFILE: Screen[] = [
  {
    name: 'profile, under 18',
    open: async (stage) => {
      await profile(stage);
      await stage.page.getByLabel('Day').click();
      await stage.page.keyboard.type('14032012');
      await expect(stage.page.getByText('Under 18: we cannot pay you yet')).toBeVisible();
    },
  },
  {
    name: 'profile, what is missing',
    open: async (stage) => {
      await profile(stage);
      await stage.page.getByLabel('Nickname').fill('');
      await stage.page.getByLabel('Day').fill('14');
      await button(stage.page, 'Update');
      await expect(stage.page.getByText('Enter a nickname')).toBeVisible();
    },
  },
  {
    name: 'profile, move and zoom',
    open: async (stage) => {
      await profile(stage);
      await choosePhoto(stage.page, { width: 900, height: 600 });
      await dialog(stage.page, 'Move and zoom');
    },
  },
  {
    name: 'profile, a picture that was not sent, and changes that wait',
    isOffline: true,
    open: async (stage) => {
      await profile(stage);
      await isOfflineReady(stage.page);
      stage.relay.cut();
      await button(stage.page, 'Update');
      await expect(stage.page.getByText('Your changes wait to be sent')).toBeVisible();
      await choosePhoto(stage.page, { width: 900, height: 600 });
      await stage.page.getByRole('button', { name: 'Use picture' }).press('Enter');
      await expect(stage.page.getByText('Not sent. Try again')).toBeVisible();
    },
  },
];
