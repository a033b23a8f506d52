import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady, signUp } from '../support/player.ts';
import { inKb } from '../support/sizes.ts';

test.use({ serviceWorkers: 'allow' });

const strip = (page: Page, title: string) => page.getByText(title, { exact: true });

test("'No network' appears once, in one place, and goes when the line is back", async ({
  page,
  relay,
}) => {
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  relay.cut();
  await page.getByRole('button', { name: 'Refresh' }).press('Enter');
  await expect(strip(page, 'No network')).toHaveCount(1);
  await expect(page.getByText(/^This is from /)).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'No network' })).toHaveCount(1);
  await page.goto('/billing');
  await expect(strip(page, 'No network')).toHaveCount(1);
  relay.restore();
  // A read that is still being retried keeps the button busy.
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await again.isVisible()) await again.press('Enter', { timeout: 500 });
    await expect(strip(page, 'No network')).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test.describe('a line that changes its speed under open calls', () => {
  // They fail, and are repeated.
  test.use({ expectedErrors: [/net::ERR_/] });

  test('a slow network is shown during the wait for a reply, and goes with prompt replies', {
    tag: '@full',
  }, async ({ page, relay }) => {
    await comeHome(page, 'Bola');
    await isOfflineReady(page);
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/idle-')),
    );
    relay.slow({ kbitPerSecond: 400, roundTripMs: 9000 });
    await page.getByRole('button', { name: 'Refresh' }).press('Enter');
    await expect(strip(page, 'Slow network')).toHaveCount(1);
    await expect(page.getByText(/^This is from /)).toHaveCount(1);
    relay.slow({ kbitPerSecond: 10_000, roundTripMs: 10 });
    await expect(async () => {
      await page
        .getByRole('button', { name: /Refresh|Try again/ })
        .press('Enter', { timeout: 500 });
      await expect(strip(page, 'Slow network')).toHaveCount(0, { timeout: 500 });
    }).toPass();
  });
});

/** The bytes that the phone has counted. */
function counted(page: Page): Promise<number> {
  return page.evaluate(() => {
    const days: Record<string, number>[] = Object.values(
      JSON.parse(localStorage.getItem('fom-data-used') ?? '{}'),
    );
    return days.flatMap((day) => Object.values(day)).reduce((sum, bytes) => sum + bytes, 0);
  });
}

test(
  'the meter counts what a first visit took, but for a tenth',
  { tag: '@full' },
  async ({ page, relay }, { annotations }) => {
    await signUp(page, 'Chi');
    await isOfflineReady(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Data used' }).press('Enter');
    await expect(page.getByRole('row', { name: /^All \d+ KB/ })).toBeVisible();
    // It is written when the page closes, including the worker's last message.
    await page.reload();
    const { up, down } = relay.passed;
    const bytes = await counted(page);
    const part = bytes / (up + down);
    const figure = `counted ${inKb(bytes)} of ${inKb(up + down)} (${inKb(up)} sent): ${Math.round(part * 100)} %`;
    annotations.push({ type: 'figure', description: figure });
    process.stdout.write(`figure: ${figure}\n`);
    expect(Math.abs(1 - part)).toBeLessThanOrEqual(0.1);
  },
);
