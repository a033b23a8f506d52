import { expect, type Page } from 'playwright/test';
import { pressInWindow } from '../money.ts';
import { comeHome, newPhone } from '../player.ts';
import { button, dialog, home, inactiveHome, type Screen } from './stage.ts';

const wallet = {
  firstName: 'Ada',
  lastName: 'O.',
  msisdn: '08030000000',
  accountId: 'handle',
  platform: 'SmartCash',
};

const yes = (data: unknown) => ({ json: { status: true, data } });
const no = (code: string) => ({ json: { status: false, data: null, code, message: 'No.' } });

/** The providers' answers, whatever number is signed in. */
async function providersSay(page: Page, found: object, status = 'pending') {
  await page.route('**/mobile-money/collections/*', (route) => {
    const isSearch = route.request().url().includes('/search');
    return route.fulfill(isSearch ? found : yes({ status }));
  });
  await page.route('**/mobile-money/charges?*', (route) =>
    route.fulfill(yes({ operatorCharge: 2.5, serviceCharge: 1.5 })),
  );
  await page.route('**/mobile-money/collections/pay', (route) =>
    route.fulfill(yes({ reference: 'FOM-AbCdEfGhIjKlMnOpQr' })),
  );
}

async function openPlans(page: Page) {
  await page.getByRole('button', { name: /coins$/ }).click();
  await button(page, 'Start Subscription');
  await dialog(page, 'Start Subscription');
}

async function openWallet(page: Page, found: object, status?: string) {
  await providersSay(page, found, status);
  await openPlans(page);
  await page.getByRole('radio', { name: /^Mobile money/ }).click({ force: true });
  await button(page, 'Continue');
}

async function openConfirm(page: Page, status?: string) {
  await openWallet(page, yes(wallet), status);
  await button(page, 'Yes, continue');
  // By a key: this soon after the tap before it, another one there would count as stray.
  await page.getByRole('button', { name: 'Pay ₦204.00' }).press('Enter');
  await expect(page.getByText('Check your phone')).toBeVisible();
}

/** A payment by card that was sent, with this report from the server. */
async function sendByCard(page: Page, said: object) {
  await openPlans(page);
  await page.getByRole('radio', { name: /^Card/ }).click({ force: true });
  await button(page, 'Continue');
  await page.getByRole('button', { name: 'Pay ₦101.50' }).click();
  await page.route('**/payments/verify/**', (route) => route.fulfill(said));
  await pressInWindow(page, 'Pay');
  await dialog(page, 'Payment could not be verified');
}

const mismatch = {
  status: false,
  data: null,
  code: 'payment/mismatch',
  message: 'What was paid is not what this costs. Please contact us.',
};

/** The dialogs of a purchase. */
export const PAYMENTS: Screen[] = [
  {
    name: 'plans and ways to pay',
    open: async (stage) => {
      await inactiveHome(stage);
      await openPlans(stage.page);
    },
  },
  {
    name: 'coin packs',
    open: async (stage) => {
      await home(stage);
      await stage.page.getByRole('button', { name: /coins$/ }).click();
      await button(stage.page, 'Buy Coins');
      await stage.page.getByRole('radio', { name: /^3,500/ }).click({ force: true });
      await expect(stage.page.getByText('₦507.50')).toBeVisible();
    },
  },
  {
    name: 'pay by card',
    open: async (stage) => {
      await inactiveHome(stage);
      await openPlans(stage.page);
      await stage.page.getByRole('radio', { name: /^Card/ }).click({ force: true });
      await button(stage.page, 'Continue');
      await dialog(stage.page, 'Pay by card');
    },
  },
  {
    name: 'a payment by card that nobody can confirm',
    open: async (stage) => {
      await inactiveHome(stage);
      await sendByCard(stage.page, no('payment/pending'));
    },
  },
  {
    name: 'a payment that was refused for good',
    open: async (stage) => {
      await inactiveHome(stage);
      await sendByCard(stage.page, { status: 409, json: mismatch });
      await expect(stage.page.getByRole('button', { name: 'Contact Us' })).toBeVisible();
    },
  },
  {
    name: 'a plan from airtime that waits',
    open: async (stage) => {
      await comeHome(stage.page, 'Ada', newPhone().replace(/..$/, '02'));
      await openPlans(stage.page);
      await expect(stage.page.getByText('Check first, so that you do not pay')).toBeVisible();
    },
  },
  {
    name: 'a wallet that was found',
    open: async (stage) => {
      await inactiveHome(stage);
      await openWallet(stage.page, yes(wallet));
      await expect(stage.page.getByText('Is this you?')).toBeVisible();
    },
  },
  {
    name: 'a number without a wallet',
    open: async (stage) => {
      await inactiveHome(stage);
      await openWallet(stage.page, no('mobile-money/not-registered'));
      await expect(stage.page.getByText(/is not registered on/)).toBeVisible();
    },
  },
  {
    name: 'the yes on the phone',
    open: async (stage) => {
      await inactiveHome(stage);
      await openConfirm(stage.page);
    },
  },
  {
    name: 'paid by mobile money',
    open: async (stage) => {
      await inactiveHome(stage);
      await openConfirm(stage.page, 'success');
      await button(stage.page, 'Confirm payment');
      await dialog(stage.page, 'TRANSACTION SUCCESSFUL!');
    },
  },
  {
    name: 'a payment that waits',
    open: async (stage) => {
      await inactiveHome(stage);
      await openConfirm(stage.page);
      await stage.page.reload();
      await dialog(stage.page, 'A payment is waiting');
    },
  },
];
