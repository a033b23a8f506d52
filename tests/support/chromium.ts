import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { type Font, fontEnv } from './fonts.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const START_WITHIN_MS = 30_000;

/**
 * Switches off services of the browser that disturb measurements. The two features keep a page of
 * their own ready for the address bar, which costs more than the page under test.
 */
const CHROMIUM_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** How every browser is launched: its texts use a font of ours, whatever the machine has. */
export const launchOptions = (font: Font) => ({ args: CHROMIUM_FLAGS, env: fontEnv(font) });

/** A whole Chromium: `CHROMIUM_PATH`, or Playwright's own, or the system's. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || playwrightChromium() || systemChromium();
}

/** The Chromium that tests run in: the shell uses a fifth less of the processor. */
export function findHeadlessChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || systemShell() || findChromium();
}

/** Playwright's own download, when it is there. */
export function playwrightChromium(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** A Chromium or Chrome installed on this system. */
export function systemChromium(): string | undefined {
  return [...onPath(NAMES), ...APPS].find(isExecutable);
}

/** Chromium without windows, if installed on this system. */
export function systemShell(): string | undefined {
  return onPath(SHELLS).find(isExecutable);
}

/** Whether it can show a page: an installed one may still lack libraries. */
export async function starts(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({
      ...launchOptions('roboto'),
      executablePath,
      timeout: START_WITHIN_MS,
    });
    await browser.newPage();
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
