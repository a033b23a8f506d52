import { expect } from 'playwright/test';
import { fillBankAccount } from '../bank.ts';
import { addOwnBank, comeWithoutBank, makePlayer, newPhone } from '../player.ts';
import { button, heading, playerAt, type Screen, type Stage } from './stage.ts';

const without = async (stage: Stage) => {
  await comeWithoutBank(stage.page, '/profile#account', 'Ada');
  await heading(stage.page, /./);
};

/** The bank account and its dialog. */
export const BANK: Screen[] = [
  {
    name: 'bank account',
    open: async (stage) => {
      await playerAt('/profile#account')(stage);
      await expect(stage.page.getByText('New account. Payments wait until')).toBeVisible();
    },
  },
  {
    name: 'bank account, the banks',
    open: async (stage) => {
      await without(stage);
      await button(stage.page, 'Add bank account');
      await stage.page.getByRole('button', { name: 'Bank Choose your bank' }).press('Enter');
      await stage.page.getByLabel('Find your bank').fill('un');
    },
  },
  {
    name: 'bank account, a name',
    open: async (stage) => {
      await without(stage);
      await fillBankAccount(stage.page, 'Access', `${newPhone().slice(-9)}4`);
      await expect(stage.page.getByText('The bank says this is')).toBeVisible();
    },
  },
  {
    name: 'bank account, taken',
    open: async (stage) => {
      const taken = await addOwnBank(await makePlayer(stage.page, 'Bola'));
      await without(stage);
      await fillBankAccount(stage.page, 'Access', taken);
      await stage.page.getByRole('button', { name: 'Submit' }).press('Enter');
      await expect(stage.page.getByText('Another player has this account')).toBeVisible();
    },
  },
];
