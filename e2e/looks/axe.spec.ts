import type { Page } from 'playwright/test';
import { NETWORKS } from '../../src/rules/networks.ts';
import { colourProblemsOf, problemsOf } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { forgetAll } from '../support/player.ts';
import { crampedWords } from '../support/room.ts';
import { PROMOS } from '../support/screens/promos.ts';
import { WALKS } from '../support/screens/screens.ts';
import type { Screen, Stage } from '../support/screens/stage.ts';
import { changeSession } from '../support/session.ts';
import { expectStill, watchShifts } from '../support/shift.ts';

const BRANDS = NETWORKS.map(({ id }) => id);
const SCREENS = Object.values(WALKS).flat();

/** The screens checked each time; `npm test -- --full` checks the rest. */
const EACH_TIME = ['what a visitor sees'];
const FULL = { tag: ['@full', '@space'] };

/** Only a hanging test is ended: a walk may take as long as a test of each of its screens. */
const SCREEN_MS = 60_000;

/** Slow enough for late content to move what is already on the screen. */
const LATE_LINE = { kbitPerSecond: 20_000, roundTripMs: 60 };

test.describe.configure({ mode: 'parallel' });

test.beforeEach(async ({ page, relay }) => {
  relay.slow(LATE_LINE);
  await watchShifts(page);
});

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: [/net::ERR_FAILED|status of 409/],
});

/** Checks screens one after the other, in every brand's colours. */
function walk(name: string, screens: Screen[]): void {
  test(
    `axe finds nothing wrong with ${name}, light and dark, in every brand's colours, nothing moves by itself and no words are cramped`,
    EACH_TIME.includes(name) ? { tag: '@space' } : FULL,
    async ({ page, relay }) => {
      test.setTimeout(screens.length * SCREEN_MS);
      for (const screen of screens) {
        await expectNoProblems(screen, { page, relay, isGlo: false }, BRANDS);
      }
    },
  );
}

/** Checks the texts that only glo has. */
function walkAsGlo(name: string, screens: Screen[]): void {
  test(
    `axe finds nothing wrong with ${name} as glo has it, light and dark, nothing moves by itself and no words are cramped`,
    FULL,
    async ({ page, relay }) => {
      test.setTimeout(screens.length * SCREEN_MS);
      await page.goto('/?network=glo');
      for (const screen of screens) {
        await expectNoProblems(screen, { page, relay, isGlo: true }, ['glo']);
      }
    },
  );
}

const hasGloWords = (screen: Screen) => screen.hasGloWords === true;

for (const [name, screens] of Object.entries(WALKS)) {
  walk(
    name,
    screens.filter(({ isOffline }) => !isOffline),
  );
}
walkAsGlo('all screens', SCREENS.filter(hasGloWords));

test.describe('with promotions', () => {
  test.use({ hasPromos: true });

  walk('promotions', PROMOS);
  walkAsGlo('promotions', PROMOS.filter(hasGloWords));
});

test.describe('without a line', () => {
  test.use({ serviceWorkers: 'allow' });

  for (const screen of SCREENS.filter(({ isOffline }) => isOffline)) {
    test(
      `axe finds nothing wrong with ${screen.name}: light and dark, in every brand's colours`,
      FULL,
      async ({ page, relay }) => {
        await expectNoProblems(screen, { page, relay, isGlo: false }, BRANDS);
      },
    );
  }
});

/** Opens a screen on a phone that has seen none before, and checks it. */
async function expectNoProblems({ name, open, isOffline }: Screen, stage: Stage, brands: string[]) {
  const { page, isGlo } = stage;
  await test.step(name, async () => {
    await forgetAll(page);
    await open(stage);
    if (isGlo) await expect(page.locator('html')).toHaveAttribute('data-brand', 'glo');
    expect.soft(await problemsIn(page, isGlo ? `${name} as glo` : name, brands)).toEqual([]);
    // A lost line is noticed only after a request, and then announced above the page.
    if (!isOffline) await expectStill(page, name);
    expect.soft(await crampedWords(page), `${name} has its words in place`).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of page.context().pages()) if (other !== page) await other.close();
  });
}

/** All rules once; the colour rules in each theme with each brand's colours. */
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
      const isFirst = theme === 'light' && brand === brands[0];
      const found = await (isFirst ? problemsOf(page) : colourProblemsOf(page));
      problems.push(...found.map((finding) => `${look}: ${finding}`));
    }
  }
  return problems;
}
