import { defineConfig } from 'playwright/test';
import { findHeadlessChromium, launchOptions } from '../tests/support/chromium.ts';
import type { Font } from '../tests/support/fonts.ts';

const SPEED = /-speed/;
/** `npm run test:e2e:money`, `npm run gallery`, `npm run test:e2e:frames`. */
const BY_THEIR_OWN_COMMANDS = [/every-outcome/, /gallery/, /frames/];
const executablePath = findHeadlessChromium();

/** The browser of a project, with its texts in a font. */
export function browserIn(font: Font, flags: string[] = []) {
  const { args, env } = launchOptions(font);
  return {
    launchOptions: { args: [...args, ...flags], env, ...(executablePath && { executablePath }) },
  };
}

/**
 * A test's page lives for seconds: threads of its own for garbage collection and compiling cost
 * more than they save, and so does a process kept ready for the next page. Measurements run without
 * these.
 */
const SHORT_LIVED = ['--js-flags=--single-threaded', '--renderer-process-limit=1'];

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  // Three players and their servers keep two cores busy; the third uses the waits of the others.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Only a hanging test is ended: a machine busy with other work takes many times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // A service worker makes the whole offline copy again in each test, so only tests that need it
    // allow it.
    serviceWorkers: 'block',
    // A trace of each step slows every test; `--trace on` adds it for a test under investigation.
    screenshot: 'only-on-failure',
    ...browserIn('roboto'),
  },
  projects: [
    {
      name: 'phone',
      testIgnore: [SPEED, ...BY_THEIR_OWN_COMMANDS],
      retries: 1,
      use: browserIn('wide', SHORT_LIVED),
    },
    // Tests of space run again in the font that most phones have: docs/testing.md#fonts.
    {
      name: 'roboto',
      grep: /@space/,
      testIgnore: BY_THEIR_OWN_COMMANDS,
      retries: 1,
      use: browserIn('roboto', SHORT_LIVED),
    },
    // Measurements run alone, after the others.
    { name: 'speed', testMatch: SPEED, dependencies: ['phone'] },
  ],
});
