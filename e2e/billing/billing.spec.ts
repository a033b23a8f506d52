import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/fixtures.ts';
import { enlargeText } from '../support/large-text.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';
import { BILLING } from '../support/screens/billing.ts';

test.use({ serviceWorkers: 'allow' });

/** The page's three tabs. */
const TABS = BILLING.filter(({ name }) => /a plan$|passbook|consents/.test(name));

test('a player follows their coins, takes them along as a file, and ends the renewal', async ({
  page,
  relay,
}) => {
  await comeHome(page, 'Ada');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Billing' }).click();
  const card = page.getByRole('region', { name: 'Current plan' });
  await expect(card).toContainText('₦100a week1,000 coins');
  await expect(page.getByRole('button', { name: 'Daily' })).toBeDisabled();
  await expect(page.getByRole('listitem')).toContainText(['Weekly subscription₦100']);

  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Subscription?' });
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Subscription cancelled successfully')).toBeVisible();
  await expect(card).toContainText(/Cancelled\. Yours until \w{3} \d+ \w{3}, \d\d:\d\d/);
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Passbook' }).click();
  await expect(page).toHaveURL(/\/billing#passbook$/);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('+1,0001,000 left');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\uFEFFDate,Time,What,Way,Game,Reference,Coins,Balance\r\n.*,Weekly subscription,Airtime,.*,1000,1000\r\n$/,
  );

  await isOfflineReady(page);
  relay.cut();
  await page.reload();
  await expect(page.getByText('No network')).toBeVisible();
  await expect(today).toContainText('Weekly subscription');
  await expect(page.getByText(/^This is from /)).toBeVisible();
});

test('in text twice as large and 320 px nothing is wider than the screen', {
  tag: ['@full', '@space'],
}, async ({ page, relay }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { name, open } of TABS) {
    await open({ page, relay, isGlo: false });
    await enlargeText(page);
    const wider = await page.evaluate(() =>
      [...document.querySelectorAll('main, main *:not(.vh, svg *)')]
        .filter((part) => part.getBoundingClientRect().right > document.body.clientWidth + 1)
        .map((part) => part.textContent),
    );
    expect(wider, name).toEqual([]);
    await page.unrouteAll();
  }
});
