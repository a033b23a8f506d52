import type { Page } from 'playwright/test';
import { colourProblemsOf } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUTCOMES } from '../support/outcomes.ts';
import { playOutcome } from '../support/play-outcome.ts';

const LOOKS = [
  { look: 'light', width: 320, height: 568, colorScheme: 'light', prefix: '0803', size: '100%' },
  { look: 'dark', width: 412, height: 915, colorScheme: 'dark', prefix: '0803', size: '100%' },
  { look: 'glo', width: 360, height: 640, colorScheme: 'light', prefix: '0805', size: '100%' },
  {
    look: 'large text',
    width: 360,
    height: 640,
    colorScheme: 'dark',
    prefix: '0805',
    size: '200%',
  },
] as const;

test.describe.configure({ mode: 'parallel' });

for (const { look, width, height, colorScheme, prefix, size } of LOOKS) {
  test.describe(look, () => {
    test.use({
      serviceWorkers: 'block',
      expectedErrors: [/status of 502/],
      viewport: { width, height },
      colorScheme,
      contextOptions: { reducedMotion: 'reduce' },
    });

    for (const outcome of OUTCOMES) {
      test(`a plan ${outcome.name}: ${look}, ${width} wide, by keys alone`, async ({
        page,
        server,
      }) => {
        await page.addInitScript((rootSize) => {
          addEventListener('DOMContentLoaded', () => {
            const style = document.createElement('style');
            style.textContent = `html { font-size: ${rootSize} !important }`;
            document.head.append(style);
          });
        }, size);
        await playOutcome(page, server.url, outcome, prefix);
        expect(await colourProblemsOf(page)).toEqual([]);
        expect(await widerThanScreen(page)).toEqual([]);
      });
    }
  });
}

/** The texts that extend beyond the screen. */
function widerThanScreen(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *:not(.vh, .vh *, svg, svg *)')]
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
      })
      .map((part) => part.textContent),
  );
}
