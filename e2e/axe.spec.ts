import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';
import { SCREENS } from './support/screens.ts';
import { changeSession } from './support/session.ts';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: [/net::ERR_FAILED/] });

for (const brand of ['all', 'glo']) {
  for (const { name, open } of SCREENS) {
    test(`axe finds nothing wrong with ${name} (${brand}), light and dark`, async ({
      page,
      relay,
    }) => {
      await page.goto(`/?network=${brand}`);
      await open({ page, relay, isGlo: brand === 'glo' });
      const problems = [];
      for (const theme of ['light', 'dark']) {
        await changeSession(page, (session) => {
          Object.assign(session, { dark: theme === 'dark', isDarkChosen: true });
        });
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(page.locator('html')).toHaveAttribute('data-brand', brand);
        await keepPicture(page, `${name}-${brand}-${theme}`);
        problems.push(...(await findings(page)).map((finding) => `${theme}: ${finding}`));
      }
      expect(problems).toEqual([]);
    });
  }
}

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_2_2_AA).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** With SCREENSHOTS=folder the run leaves a picture of everything it looked at. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png` });
}
