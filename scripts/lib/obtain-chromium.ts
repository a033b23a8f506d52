import { playwrightChromium, starts, systemChromium } from '../../tests/support/chromium.ts';
import { run } from './run.mjs';

const DOWNLOAD_WITHIN_MS = 4 * 60_000;
const APT_WITHIN_MS = 5 * 60_000;

/** Finds a Chromium that starts, or installs one. Undefined when neither works. */
export async function obtainChromium(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return (await starts(given)) ? given : undefined;
  return (
    (await working(playwrightChromium())) ??
    (await working(systemChromium())) ??
    (await download()) ??
    (await installPackage())
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

/** Debian's package, where we may install it. */
async function installPackage(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const options = {
    capture: true,
    limitMs: APT_WITHIN_MS,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  } catch {
    return undefined;
  }
  return working(systemChromium());
}
