import { defineConfig } from 'playwright/test';
import config, { browserIn } from './playwright.config.ts';

// A picture of every screen in every look, for people to compare: `npm run gallery`.
export default defineConfig({
  ...config,
  // A phone's page stays zoomed out after it was wider than the screen, and here the width changes.
  use: {
    ...config.use,
    ...browserIn(process.env.GALLERY_FONT === 'wide' ? 'wide' : 'roboto'),
    isMobile: false,
  },
  projects: [{ name: 'gallery', testMatch: /gallery\.spec/, retries: 1 }],
});
