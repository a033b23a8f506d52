import { expect, test } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });
// A measurement is never repeated.
test.describe.configure({ retries: 0 });

const LIMIT_BYTES = 97_000;

test("a visitor's first load holds at most 97 KB of JavaScript", async ({ page }) => {
  const scripts: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    // Neither the service worker's later fetches nor those of an idle phone count.
    if (request.resourceType() !== 'script' || request.serviceWorker()) return;
    if (request.url().includes('/assets/idle-')) return;
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: 'figure', description: `${bytes} bytes` });
  expect(sizes.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES);

  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page.getByLabel('Phone number')).toBeVisible();
});
