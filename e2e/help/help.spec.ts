import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';

/** Opens a page of the side menu. */
async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name }).click();
}

/** The status of each reply to the contact call, from the page and from the worker. */
function contactReplies(page: Page): number[] {
  const statuses: number[] = [];
  page.context().on('response', (response) => {
    if (response.url().endsWith('/api/v1/contact')) statuses.push(response.status());
  });
  return statuses;
}

/** The phone's outbox as text. */
function outboxText(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('fom-outbox');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('entries')) return resolve('[]');
          const reading = database.transaction('entries').objectStore('entries').getAll();
          reading.onsuccess = () => resolve(JSON.stringify(reading.result));
          reading.onerror = () => reject(reading.error);
        };
      }),
  );
}

async function write(page: Page): Promise<void> {
  await page.getByLabel('Subject').fill('My cash');
  await page.getByLabel('Message').fill('When does it come?');
  await page.getByRole('button', { name: 'Send' }).click();
}

test('a visitor reads FAQs and terms, with the keyboard alone, and goes back', async ({ page }) => {
  await page.goto('/faqs');
  await expect(page.getByRole('heading', { name: 'FAQs and terms' })).toBeVisible();
  const answer = page.getByText('ends by itself');
  await expect(answer).toBeHidden();
  await page.getByText('How do I stop the subscription?').focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
  await expect(page.getByRole('region', { name: 'Terms & Condition' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
});

for (const path of ['/rules', '/contact']) {
  test(`a visitor is led from ${path} to the landing page and sees why`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText('Please Login')).toHaveCount(1);
  });
}

test.describe(() => {
  test.use({ serviceWorkers: 'allow' });

  test('a player finds the pages in the menu, also with no line', async ({ page, relay }) => {
    await comeHome(page, 'Ada');
    await isOfflineReady(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('dialog', { name: 'Ada' }).getByRole('button', { name: 'Close' }).click();
    relay.cut();
    for (const [name, title] of [
      ['How To Win', 'How To Win'],
      ['FAQs', 'FAQs and terms'],
      ['Contact', 'Contact Us'],
    ] as const) {
      await openFromMenu(page, name);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page).toHaveURL(/\/home$/);
    }
  });
});

test('How To Win explains the weekly cash, and on glo the daily tiers', {
  tag: '@full',
}, async ({ page, browser, appUrl }) => {
  await comeHome(page, 'Ada');
  await openFromMenu(page, 'How To Win');
  await expect(page.getByRole('heading', { name: 'Weekly cash' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Daily cash' })).toBeHidden();

  const context = await browser.newContext({ baseURL: appUrl });
  const other = await context.newPage();
  await comeHome(other, 'Efe', '08050000051');
  await openFromMenu(other, 'How To Win');
  await expect(other.getByRole('heading', { name: 'Daily cash' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Weekly cash' })).toBeHidden();
  await context.close();
});

test('a message is sent, and its mistakes are named beside the fields', async ({ page }) => {
  const replies = contactReplies(page);
  const phone = await comeHome(page, 'Ada');
  await openFromMenu(page, 'Contact');
  await expect(page.getByLabel('Email')).toHaveValue('player@example.com');
  await expect(page.getByLabel('Phone number')).toHaveValue(phone.slice(1));
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Enter a subject')).toBeVisible();
  await expect(page.getByText('Write your message')).toBeVisible();
  await expect(page.getByLabel('Subject')).toBeFocused();

  await write(page);
  await expect(page.getByText('Email sent successfully')).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await expect(page.getByLabel('Message')).toHaveValue('');
  expect(replies).toEqual([200]);
});

test.describe(() => {
  test.use({ serviceWorkers: 'allow' });

  test('a message written without network is sent once when it is back', { tag: '@full' }, async ({
    page,
    relay,
  }) => {
    const replies = contactReplies(page);
    await comeHome(page, 'Ada');
    await isOfflineReady(page);
    await openFromMenu(page, 'Contact');
    await expect(page.getByLabel('Subject')).toBeVisible();
    relay.cut();
    await write(page);
    await expect(page.getByText('Saved. We will send it when you are back online')).toBeVisible();
    await expect(page.getByText('1 message waiting to send')).toBeVisible();
    expect(await outboxText(page)).toContain('When does it come?');

    // It survives the end of the app.
    await page.reload();
    await expect(page.getByText('1 message waiting to send')).toBeVisible();
    relay.restore();
    await expect(page.getByText('1 message waiting to send')).toBeHidden({ timeout: 60_000 });
    await expect.poll(() => outboxText(page)).toBe('[]');
    expect(replies).toEqual([200]);
  });

  test('a logout takes the message that waits along', { tag: '@full' }, async ({ page, relay }) => {
    await comeHome(page, 'Ada');
    await isOfflineReady(page);
    await openFromMenu(page, 'Contact');
    await expect(page.getByLabel('Subject')).toBeVisible();
    relay.cut();
    await write(page);
    await expect(page.getByText('1 message waiting to send')).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('1 message is not sent. It will be deleted.')).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
    expect(await outboxText(page)).toBe('[]');
  });
});

test.describe(() => {
  test.use({ expectedErrors: [/status of 500/] });

  test('a server that fails keeps what was typed', { tag: '@full' }, async ({ page }) => {
    await comeHome(page, 'Ada');
    await openFromMenu(page, 'Contact');
    const failure = { status: false, data: null, message: 'No.', code: 'server/error' };
    await page.route('**/api/v1/contact', (route) => route.fulfill({ status: 500, json: failure }));
    await write(page);
    await expect(page.getByText('Network error')).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('When does it come?');
    await page.unroute('**/api/v1/contact');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Email sent successfully')).toBeVisible();
  });
});
