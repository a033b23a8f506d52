import { defineConfig } from 'playwright/test';
import config, { browserIn } from './playwright.config.ts';

// Every outcome of every way to pay in every look: too long for a run of all tests.
export default defineConfig({
  ...config,
  projects: [{ name: 'money', testMatch: /every-outcome/, use: browserIn('wide') }],
});
