import { defineConfig } from 'playwright/test';
import config, { browserIn } from './playwright.config.ts';

// Every outcome of every way to pay in every look: longer than a run of all tests can wait for.
export default defineConfig({
  ...config,
  projects: [{ name: 'money', testMatch: /every-outcome/, use: browserIn('wide') }],
});
