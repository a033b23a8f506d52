import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The short form: half of what is sent to each page, and read there. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What can differ between two palettes; the other rules look at structure, names and sizes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong with a screen as it stands. */
export function problemsOf(page: Page): Promise<string[]> {
  return findings(page, { type: 'tag', values: WCAG_2_2_AA });
}

/** What axe finds wrong with the colours of a screen as it stands. */
export function colourProblemsOf(page: Page): Promise<string[]> {
  return findings(page, { type: 'rule', values: COLOUR_RULES });
}

/** Has axe find nothing wrong with a screen, by all of its rules, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
  await page.locator('html').evaluate((html) => {
    html.dataset.theme = 'dark';
  });
  expect(await colourProblemsOf(page)).toEqual([]);
}

async function findings(page: Page, runOnly?: axe.RunOnly): Promise<string[]> {
  // A screen stays in its document: axe comes into it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = { ...(runOnly && { runOnly }), resultTypes: ['violations'] };
  return page.evaluate(async (given) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(given);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, options);
}
