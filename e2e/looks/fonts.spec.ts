import { chromium, type Page } from 'playwright/test';
import { findHeadlessChromium, launchOptions } from '../../tests/support/chromium.ts';
import type { Font } from '../../tests/support/fonts.ts';
import { expect, test } from '../support/fixtures.ts';

test.skip(process.platform !== 'linux', 'only Linux has its fonts of fontconfig');

/** The families that a page may use: for its text, its headings, and letters that these lack. */
const FAMILIES: Record<Font, RegExp> = {
  roboto: /^Roboto( Medium| Condensed)?$/,
  wide: /^DejaVu Sans$/,
};

/** The families of the texts of a part, as the browser itself reports them. */
async function familiesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

test(
  'the pages of tests are set in the font of their project, whatever the machine has',
  {
    tag: '@space',
  },
  async ({ page }, { project }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
    const ours = FAMILIES[project.name === 'roboto' ? 'roboto' : 'wide'];
    for (const selector of ['h1', 'main p', 'small']) {
      const families = await familiesOf(page, selector);
      expect(families).toEqual([expect.stringMatching(ours)]);
    }
  },
);

test('each font has the naira sign; letters that it lacks come from the other, and none from the machine', async () => {
  const executablePath = findHeadlessChromium();
  for (const font of ['roboto', 'wide'] as const) {
    const browser = await chromium.launch({
      ...launchOptions(font),
      ...(executablePath && { executablePath }),
    });
    const page = await browser.newPage();
    await page.setContent(`
      <p id="body" style="font: 16px Roboto, system-ui, sans-serif">₦1,000,000 for Ọlá</p>
      <p id="other" style="font: 16px Roboto, system-ui, sans-serif">محمد 😀</p>
      <p id="system" style="font: 16px system-ui">Ada</p>
      <p id="unknown" style="font: 16px Arial, sans-serif">Ada</p>`);
    for (const selector of ['#body', '#system', '#unknown']) {
      expect(await familiesOf(page, selector)).toEqual([expect.stringMatching(FAMILIES[font])]);
    }
    // A space is in any font.
    expect(await familiesOf(page, '#other')).toContain('DejaVu Sans');
    await browser.close();
  }
});
