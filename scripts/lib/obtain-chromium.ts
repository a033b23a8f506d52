import {
  playwrightChromium,
  starts,
  systemChromium,
  systemShell,
} from '../../tests/support/chromium.ts';
import { run } from './run.mjs';

const DOWNLOAD_WITHIN_MS = 4 * 60_000;
const APT_WITHIN_MS = 5 * 60_000;

/** The programs of a full Chromium, and of the lighter Chromium for tests. They may be the same. */
export type Browsers = { whole: string; headless: string };

/** Finds a Chromium that starts, or installs Chromium. Gives undefined if both fail. */
export async function obtainChromium(): Promise<Browsers | undefined> {
  const whole = await obtainWhole();
  return whole === undefined ? undefined : { whole, headless: await obtainHeadless(whole) };
}

async function obtainWhole(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return working(given);
  return (
    (await working(playwrightChromium())) ??
    (await working(systemChromium())) ??
    (await download()) ??
    (await installed('chromium', systemChromium))
  );
}

async function obtainHeadless(whole: string): Promise<string> {
  if (process.env.CHROMIUM_PATH) return whole;
  return (
    (await working(systemShell())) ??
    (await installed('chromium-headless-shell', systemShell)) ??
    whole
  );
}

async function working(path: string | undefined): Promise<string | undefined> {
  return path && (await starts(path)) ? path : undefined;
}

async function download(): Promise<string | undefined> {
  await run('playwright', ['install', 'chromium', '--no-shell'], {
    capture: true,
    limitMs: DOWNLOAD_WITHIN_MS,
  });
  return working(playwrightChromium());
}

/** Installs Debian's package if this account may do so, and gives its program. */
async function installed(
  name: string,
  program: () => string | undefined,
): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const options = {
    capture: true,
    limitMs: APT_WITHIN_MS,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], options);
  } catch {
    return undefined;
  }
  return working(program());
}
