import { defineConfig } from 'playwright/test';
import { launchOptions } from '../tests/support/chromium.ts';
import { OLD_CHROMIUMS, oldChromium } from '../tests/support/old-chromiums.ts';
import config from './playwright.config.ts';

// The walks with this tag once more, in browsers as old as the README promises.
export default defineConfig({
  ...config,
  grep: /@old-chromium/,
  projects: OLD_CHROMIUMS.map((name) => ({
    name,
    retries: 1,
    use: { launchOptions: { ...launchOptions('wide'), executablePath: oldChromium(name) } },
  })),
});
