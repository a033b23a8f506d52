import { defineConfig } from 'playwright/test';
import config from './playwright.config.ts';

// How smoothly a round moves on a slow phone, measured on an otherwise idle machine.
export default defineConfig({
  ...config,
  workers: 1,
  projects: [{ name: 'frames', testMatch: /frames\.spec/ }],
});
