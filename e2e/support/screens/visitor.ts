import { expect } from 'playwright/test';
import { newPhone } from '../player.ts';
import { at, button, landing, type Screen, type Stage } from './stage.ts';

const getStarted = async (stage: Stage) => {
  await landing(stage);
  await button(stage.page, 'Get started');
  await expect(stage.page.getByLabel('Phone number')).toBeFocused();
};

export const VISITOR: Screen[] = [
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
  { name: 'onboarding', open: at('/onboarding') },
  { name: 'onboarding, subscribe', open: at('/onboarding?variant=subscribe') },
  { name: 'campaign', open: at('/campaign/friend/1') },
  {
    name: 'auto-login, failed',
    open: async ({ page }) => {
      await page.route('**/api/v2/user/**', (route) => route.abort());
      await page.goto('/login?msisdn=2348031234567');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
];
