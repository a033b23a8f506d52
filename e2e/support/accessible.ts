import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The minified form: half the bytes to send to each page and parse there. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on the palette; the others check structure, names and sizes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The problems that axe finds on a screen. */
export function problemsOf(page: Page): Promise<string[]> {
  return findings(page, { type: 'tag', values: WCAG_2_2_AA });
}

/** The colour problems that axe finds on a screen. */
export function colourProblemsOf(page: Page): Promise<string[]> {
  return findings(page, { type: 'rule', values: COLOUR_RULES });
}

/**
 * Expects axe to find nothing wrong with a screen, by all of its rules, in the light and in the
 * dark theme.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
  await page.locator('html').evaluate((html) => {
    html.dataset.theme = 'dark';
  });
  expect(await colourProblemsOf(page)).toEqual([]);
}

async function findings(page: Page, runOnly?: axe.RunOnly): Promise<string[]> {
  // A screen keeps its document, so axe is added to it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = { ...(runOnly && { runOnly }), resultTypes: ['violations'] };
  return page.evaluate(async (given) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(given);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, options);
}
