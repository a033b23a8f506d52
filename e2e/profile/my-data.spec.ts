import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/fixtures.ts';
import { everythingKept } from '../support/kept.ts';
import { found, personalOf } from '../support/personal.ts';
import { comeHome } from '../support/player.ts';

const NAME = 'Qwxzyjk';

test('a player saves their data, deletes the account in every tab, and signs up again without new coins', {
  tag: '@space',
}, async ({ page, context }) => {
  const phone = await comeHome(page, NAME);
  await expect(page.getByRole('button', { name: '1,000 coins' })).toBeVisible();
  const things = await personalOf(page, NAME, phone);
  const other = await context.newPage();
  await other.goto('/billing');
  await expect(other.getByRole('region', { name: 'Current plan' })).toBeVisible();

  await page.goto('/profile/data');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  const saved = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(saved.profile).toMatchObject({ username: NAME, pointBalance: 1000 });

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('Your 1,000 coins are lost.');
  // With the keyboard open.
  await page.setViewportSize({ width: 320, height: 320 });
  await dialog.getByLabel('Type DELETE').fill('DELETE');
  await expect(dialog.getByLabel('Type DELETE')).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Type DELETE').press('Enter');
  await expect(page.getByText('Your account is deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Get started' })).toBeVisible();
  expect(found(things, await everythingKept(page))).toEqual([]);

  await comeHome(page, 'Ada', phone);
  await expect(page.getByRole('button', { name: '0 coins', exact: true })).toBeVisible();
});
