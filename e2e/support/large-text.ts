import type { Page } from 'playwright/test';

/** Text twice as large, as a phone's settings make it. */
export const enlargeText = (page: Page): Promise<void> =>
  page.locator('html').evaluate((html) => html.style.setProperty('font-size', '200%', 'important'));
