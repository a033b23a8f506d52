import { expect, type Page } from 'playwright/test';
import { chooseByKeys, pressKeys, walkTo } from './keys.ts';
import { saysToast } from './money.ts';

/** One outcome of a way to pay, as the sandbox has it (go-live.md#providers-and-the-sandbox). */
export type Outcome = {
  name: string;
  /** The last two digits of the player's number; 01 has no airtime for a plan. */
  ending: string;
  /** Whether the press is the operator's first call about it. */
  isUnasked?: boolean;
  /** Shown by tests of its own already: only the run of every outcome includes it. */
  isShown?: boolean;
  /** From the dashboard to the player's message, by keys alone. */
  play: (page: Page) => Promise<void>;
  /** The player's purchases, each with its coins. */
  brings?: number[];
};

const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {});

async function openSheet(page: Page, button: 'Start Subscription' | 'Buy Coins') {
  await pressKeys(page, /coins$/);
  await pressKeys(page, button);
  await expect(dialog(page, button)).toBeVisible();
}

async function byAirtime(page: Page) {
  await openSheet(page, 'Start Subscription');
  await chooseByKeys(page, 'tab', /Daily/);
  await pressKeys(page, 'Pay ₦50 from airtime');
}

/** Goes to the card provider's window, and presses a button in it. */
async function byCard(page: Page, button: 'Pay' | 'Decline' | 'Close') {
  await openSheet(page, 'Start Subscription');
  await chooseByKeys(page, 'radio', /^Card/);
  await pressKeys(page, 'Continue');
  await pressKeys(page, 'Pay ₦101.50');
  const shown = dialog(page, 'Sandbox card payment').getByRole('button', {
    name: button,
    exact: true,
  });
  await walkTo(page, shown);
  await page.keyboard.press('Enter');
}

/** Goes to the number, whose wallet is looked up. */
async function toWallet(page: Page, ending: string) {
  await openSheet(page, 'Start Subscription');
  await chooseByKeys(page, 'radio', /^Mobile money/);
  await pressKeys(page, 'Continue');
  const field = page.getByLabel('Mobile money number');
  await walkTo(page, field);
  const digits = await field.inputValue();
  await page.keyboard.press('End');
  for (const key of ['Backspace', 'Backspace', ...ending]) await page.keyboard.press(key);
  await expect(field).toHaveValue(digits.replace(/..$/, ending));
}

async function payByWallet(page: Page, ending: string) {
  await toWallet(page, ending);
  await pressKeys(page, 'Yes, continue');
  await pressKeys(page, 'Pay ₦204.00');
}

async function toPrompt(page: Page, ending: string) {
  await payByWallet(page, ending);
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeFocused();
}

/** The status is requested automatically, every 7 s: the service has decided by its second answer. */
async function waitForEnd(page: Page, text: string) {
  await expect(async () => {
    await page.clock.runFor(7000);
    await expect(dialog(page).getByText(text)).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [0] });
}

const UNABLE = 'Unable to complete at the moment';

const paidByWallet = (ending: string, platform: string): Outcome => ({
  name: `by ${platform}, confirmed`,
  ending: '01',
  play: async (page) => {
    await toPrompt(page, ending);
    await waitForEnd(page, 'TRANSACTION SUCCESSFUL!');
    await expect(dialog(page)).toContainText(`From ${platform}`);
    await pressKeys(page, 'Done');
    await expect(page.getByRole('button', { name: '1,000 coins' })).toBeVisible();
  },
  brings: [1000],
});

const neverConfirmed = (ending: string, platform: string): Outcome => ({
  name: `by ${platform}, never confirmed`,
  ending: '01',
  play: async (page) => {
    await toPrompt(page, ending);
    await page.clock.runFor(21_000);
    await pressKeys(page, 'Confirm payment');
    await expect(dialog(page).getByText('Unable to verify payment')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry confirmation' })).toBeFocused();
  },
});

/** Each way to pay with each outcome that the sandbox has. */
export const OUTCOMES: Outcome[] = [
  {
    name: 'by airtime, refused',
    ending: '01',
    play: async (page) => {
      await byAirtime(page);
      await saysToast(page, 'Not enough airtime');
      await expect(dialog(page).getByRole('alert')).toContainText('The Daily plan costs ₦50.');
      await expect(page.getByRole('radio', { name: /^Card/ })).toBeAttached();
    },
  },
  {
    name: 'by airtime, not decided',
    ending: '02',
    isUnasked: true,
    isShown: true,
    play: async (page) => {
      await byAirtime(page);
      await expect(dialog(page)).toContainText('Waiting for your network');
      await expect(page.getByRole('radio')).toHaveCount(0);
    },
  },
  {
    name: 'by airtime, without an answer',
    ending: '03',
    isUnasked: true,
    play: async (page) => {
      await byAirtime(page);
      await expect(dialog(page)).toContainText('Your network did not answer');
      await expect(page.getByRole('radio')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('status', { name: 'Your network did not answer' })).toContainText(
        'Daily plan, ₦50',
      );
    },
  },
  {
    name: 'by airtime, charged',
    ending: '54',
    isUnasked: true,
    play: async (page) => {
      await byAirtime(page);
      await saysToast(page, 'You have 1,000 coins. Pick a level.');
      await expect(page.getByRole('button', { name: '1,000 coins' })).toBeVisible();
    },
    brings: [1000],
  },
  {
    name: 'by card, paid',
    ending: '01',
    isShown: true,
    play: async (page) => {
      await byCard(page, 'Pay');
      await saysToast(page, 'Payment made successfully');
      await expect(page.getByRole('button', { name: '1,000 coins' })).toBeVisible();
    },
    brings: [1000],
  },
  {
    name: 'by card, declined',
    ending: '01',
    isShown: true,
    play: async (page) => {
      await byCard(page, 'Decline');
      await saysToast(page, 'Error processing payment');
      await expect(page.getByRole('button', { name: 'Pay ₦101.50' })).toBeVisible();
    },
  },
  {
    name: 'by card, its window closed',
    ending: '01',
    isShown: true,
    play: async (page) => {
      await byCard(page, 'Close');
      await saysToast(page, 'Payment window closed');
      await expect(page.getByRole('button', { name: 'Pay ₦101.50' })).toBeVisible();
    },
  },
  paidByWallet('52', 'SmartCash'),
  paidByWallet('53', 'MoMo'),
  neverConfirmed('98', 'SmartCash'),
  neverConfirmed('99', 'MoMo'),
  {
    name: 'by mobile money, a number without a wallet',
    ending: '01',
    isShown: true,
    play: async (page) => {
      await toWallet(page, '00');
      await expect(
        page.getByText(/is not registered on Airtel Smartcash or MTN MoMo/),
      ).toBeVisible();
      await walkTo(page, page.getByRole('link', { name: /MoMo/ }));
      await pressKeys(page, 'Pay another way');
      await expect(dialog(page, 'Start Subscription')).toBeVisible();
    },
  },
  {
    name: 'by mobile money, the service down',
    ending: '01',
    isShown: true,
    play: async (page) => {
      await toWallet(page, '96');
      await expect(dialog(page).getByText(UNABLE)).toBeVisible();
      await walkTo(page, dialog(page).getByRole('button', { name: 'Check again' }));
    },
  },
  {
    name: 'by mobile money, refused',
    ending: '01',
    isShown: true,
    play: async (page) => {
      await payByWallet(page, '94');
      await saysToast(page, UNABLE);
      await expect(page.getByRole('button', { name: 'Pay ₦204.00' })).toBeFocused();
    },
  },
  {
    name: 'by mobile money, failed',
    ending: '01',
    isShown: true,
    play: async (page) => {
      await toPrompt(page, '95');
      await waitForEnd(page, UNABLE);
      await walkTo(page, page.getByRole('button', { name: 'Pay ₦204.00' }));
    },
  },
  {
    name: 'by mobile money, a message that cannot be sent again',
    ending: '01',
    isShown: true,
    play: async (page) => {
      await toPrompt(page, '97');
      // The server sets its wait.
      const resend = page.getByRole('button', { name: 'Resend DOI', exact: true });
      await expect(resend).toBeVisible({ timeout: 45_000 });
      await walkTo(page, resend);
      await page.keyboard.press('Enter');
      await saysToast(page, 'unable to resend DOI');
      await expect(page.getByRole('button', { name: 'Confirm payment' })).toBeVisible();
    },
  },
];
