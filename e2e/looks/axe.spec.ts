import type { Page } from 'playwright/test';
import { NETWORKS } from '../../src/rules/networks.ts';
import { colourProblemsOf, problemsOf } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { SCREENS } from '../support/screens/screens.ts';
import { changeSession } from '../support/session.ts';

const BRANDS = NETWORKS.map(({ id }) => id);

test.describe.configure({ mode: 'parallel' });

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: [/net::ERR_FAILED|status of 409/],
});

for (const isOffline of [false, true]) {
  test.describe(isOffline ? 'without a line' : 'with a line', () => {
    // What is not opened from the phone's copy need not wait until it is made.
    test.use({ serviceWorkers: isOffline ? 'allow' : 'block' });

    for (const { name, open } of SCREENS.filter((screen) => !screen.isOffline === !isOffline)) {
      test(`axe finds nothing wrong with ${name}: light and dark, in every brand's colours`, async ({
        page,
        relay,
      }) => {
        await open({ page, relay, isGlo: false });
        expect(await problemsIn(page, name, BRANDS)).toEqual([]);
      });
    }
  });
}

test.describe('as glo has it', () => {
  for (const { name, open } of SCREENS.filter(({ hasGloWords }) => hasGloWords)) {
    test(`axe finds nothing wrong with ${name} as glo has it, light and dark`, async ({
      page,
      relay,
    }) => {
      await page.goto('/?network=glo');
      await open({ page, relay, isGlo: true });
      await expect(page.locator('html')).toHaveAttribute('data-brand', 'glo');
      expect(await problemsIn(page, `${name} as glo`, ['glo'])).toEqual([]);
    });
  }
});

/** All rules once; the rules of colours in each theme with each brand's colours. */
async function problemsIn(page: Page, name: string, brands: string[]): Promise<string[]> {
  const problems = [];
  for (const theme of ['light', 'dark']) {
    await changeSession(page, (session) => {
      Object.assign(session, { dark: theme === 'dark', isDarkChosen: true });
    });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const brand of brands) {
      await page.locator('html').evaluate((html, id) => {
        html.dataset.brand = id;
      }, brand);
      const look = `${name}, ${brand}, ${theme}`;
      await keepPicture(page, look);
      const isFirst = theme === 'light' && brand === brands[0];
      const found = await (isFirst ? problemsOf(page) : colourProblemsOf(page));
      problems.push(...found.map((finding) => `${look}: ${finding}`));
    }
  }
  return problems;
}

/** With SCREENSHOTS=folder the run leaves a picture of everything it looked at. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png` });
}
