import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome } from '../support/player.ts';
import { saveRound } from '../support/round.ts';

/** Layout shifts that no tap has brought, and what stood in the first frame of the dashboard. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, first: '' };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as Record<string, number | boolean>;
        if (!hadRecentInput) seen.shift += Number(value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver((_changes, observer) => {
      const { innerText = '' } = document.querySelector('main') ?? {};
      if (!/ a competition/.test(innerText)) return;
      observer.disconnect();
      seen.first = innerText;
    }).observe(document, { childList: true, subtree: true });
  });
}

const seen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number; first: string } }).seen);

test('the front page stands in its first frame, and nothing on it moves', async ({ page }) => {
  await watch(page);
  await comeHome(page, 'Ada');
  await page.waitForLoadState('networkidle');
  const unplayed = await seen(page);
  expect(unplayed.first).toContain('Pick a competition');
  expect(unplayed.shift).toBeLessThanOrEqual(0.02);

  // A game saved from the lowest tile: the page goes to its card, below the toast.
  await saveRound(page, 'Ligue 1', 'Easy');
  const card = page.getByRole('region', { name: 'Your saved game' });
  await expect(card).toBeInViewport();
  await expect(card.getByRole('button', { name: 'Play' })).toBeFocused();
  const bar = await page.getByRole('banner').boundingBox();
  const toast = await page.getByText('Saved. Ready to play with no network').boundingBox();
  expect(toast?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));

  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.waitForLoadState('networkidle');
  const { first, shift } = await seen(page);
  for (const stored of ['49 plays left', 'Saved: Ligue 1, Easy', '0 days', 'Play for a place']) {
    expect(first).toContain(stored);
  }
  expect(shift).toBeLessThanOrEqual(0.02);
  await expect(page.getByRole('listitem').getByRole('button').nth(3)).toBeInViewport();
});
