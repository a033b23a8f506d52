import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { comeHome } from '../support/player.ts';
import { saveRound } from '../support/round.ts';
import { expectStill, watchShifts } from '../support/shift.ts';

/** Makes the page record the texts in the dashboard's first frame. */
async function watchFirst(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const dashboard = { first: '' };
    Object.assign(window, { dashboard });
    new MutationObserver((_changes, observer) => {
      const { innerText = '' } = document.querySelector('main') ?? {};
      if (!/ a competition/.test(innerText)) return;
      observer.disconnect();
      dashboard.first = innerText;
    }).observe(document, { childList: true, subtree: true });
  });
}

const firstFrame = (page: Page) =>
  page.evaluate(() => (window as unknown as { dashboard: { first: string } }).dashboard.first);

test('the front page is complete in its first frame, and nothing on it moves', {
  tag: '@space',
}, async ({ page }) => {
  await watchShifts(page);
  await watchFirst(page);
  await comeHome(page, 'Ada');
  await page.waitForLoadState('networkidle');
  expect(await firstFrame(page)).toContain('Pick a competition');
  await expectStill(page, 'the dashboard of a new player');

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
  const first = await firstFrame(page);
  for (const stored of ['49 plays left', 'Saved: Ligue 1, Easy', '0 days', 'Play for a place']) {
    expect(first).toContain(stored);
  }
  await expectStill(page, 'the dashboard with a saved game');
  await expect(page.getByRole('listitem').getByRole('button').nth(3)).toBeInViewport();
});
