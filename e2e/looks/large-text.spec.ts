import type { Locator } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { enlargeText } from '../support/large-text.ts';
import { comeHome, comeTo } from '../support/player.ts';
import { serveRewards } from '../support/rewards.ts';
import { saveRound } from '../support/round.ts';

/** Those of these elements whose content is wider than they are. */
async function tooWide(places: Locator): Promise<(string | null)[]> {
  const found = await places.evaluateAll((items) =>
    items.flatMap((item) =>
      [...item.querySelectorAll('*:not(.vh, svg *)')]
        .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
        .map((part) => part.textContent),
    ),
  );
  return found;
}

test.describe('in text twice as large', { tag: '@space' }, () => {
  test('tiles, levels and menu stay inside the screen, and nothing lies over another', async ({
    page,
  }) => {
    await comeHome(page, 'Ada');
    await saveRound(page, 'Serie A', 'Easy');
    await enlargeText(page);
    expect(await tooWide(page.getByRole('main'))).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    const menu = page.getByRole('dialog', { name: 'Ada' });
    await expect(menu.getByRole('link')).toHaveCount(11);
    expect(await tooWide(menu.getByRole('listitem'))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'La Liga' }).press('Enter');
    const levels = page.getByRole('dialog', { name: 'Select Level' }).getByRole('listitem');
    await expect(levels).toHaveCount(3);
    expect(await tooWide(levels)).toEqual([]);
  });

  test('the landing stays inside the screen', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
    await enlargeText(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('rewards and How To Win stay inside the screen, and a prize’s steps are below each other', async ({
    page,
  }) => {
    await serveRewards(page);
    await comeTo(page, '/rewards', 'Ada');
    await expect(page.getByRole('heading', { name: 'My tickets' })).toBeVisible();
    await enlargeText(page);
    const day = page.getByRole('region', { name: 'Next live draw' }).locator('p > span');
    const { x = 0, width = 0 } = (await day.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
    await page.getByRole('tab', { name: 'My winnings' }).press('Enter');
    const steps = page.getByRole('listitem').filter({ hasText: /^Step \d of 4/ });
    await expect(steps.first()).toBeVisible();
    const places = await steps.evaluateAll((items) =>
      items.slice(0, 4).map((item) => Math.round(item.getBoundingClientRect().left)),
    );
    expect(new Set(places).size).toBe(1);
    await page.goto('/rules');
    await expect(page.getByRole('heading', { name: 'Levels', exact: true })).toBeVisible();
    await enlargeText(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
