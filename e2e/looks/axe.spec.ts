import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { SCREENS } from '../support/screens.ts';
import { changeSession } from '../support/session.ts';

const BRANDS = ['all', 'glo'];

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: [/net::ERR_FAILED/] });

for (const { name, open } of SCREENS) {
  test(`axe finds nothing wrong with ${name}: light and dark, in every brand's colours`, async ({
    page,
    relay,
  }) => {
    await open({ page, relay, isGlo: false });
    const problems: string[] = [];
    for (const brand of BRANDS) {
      await page.locator('html').evaluate((html, id) => {
        html.dataset.brand = id;
      }, brand);
      problems.push(...(await problemsOf(page, `${name}-${brand}`)));
    }
    expect(problems).toEqual([]);
  });
}

for (const { name, open } of SCREENS.filter(({ hasGloWords }) => hasGloWords)) {
  test(`axe finds nothing wrong with ${name} as glo has it, light and dark`, async ({
    page,
    relay,
  }) => {
    await page.goto('/?network=glo');
    await open({ page, relay, isGlo: true });
    await expect(page.locator('html')).toHaveAttribute('data-brand', 'glo');
    expect(await problemsOf(page, `${name}-as-glo`)).toEqual([]);
  });
}

async function problemsOf(page: Page, name: string): Promise<string[]> {
  const problems = [];
  for (const theme of ['light', 'dark']) {
    await changeSession(page, (session) => {
      Object.assign(session, { dark: theme === 'dark', isDarkChosen: true });
    });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await keepPicture(page, `${name}-${theme}`);
    problems.push(...(await findings(page)).map((finding) => `${name}, ${theme}: ${finding}`));
  }
  return problems;
}

async function findings(page: Page): Promise<string[]> {
  // No screen has a frame: without this each analysis opens a page of its own.
  const axe = new AxeBuilder({ page }).withTags(WCAG_2_2_AA).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** With SCREENSHOTS=folder the run leaves a picture of everything it looked at. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png` });
}
