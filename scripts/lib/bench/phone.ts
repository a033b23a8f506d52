import type { Browser, BrowserContext } from 'playwright';
import type { GameServer } from '../../../tests/support/game-server.ts';
import { Relay } from '../../../tests/support/relay.ts';
import type { LineSpeed } from '../../../tests/support/shaped-line.ts';

/** A line that is lost comes back after so long, in milliseconds. */
export const LOST_MS = 2000;

/** A browser, and a server that it reaches by a line. */
export type Site = { browser: Browser; server: GameServer };

/** Has something done with a phone that knows nothing, on a line of its own. */
export async function onPhone<Result>(
  { browser, server }: Site,
  speed: LineSpeed,
  act: (phone: { context: BrowserContext; relay: Relay }) => Promise<Result>,
): Promise<Result> {
  const relay = await Relay.start(server.port);
  relay.slow(speed);
  const context = await browser.newContext({
    baseURL: `http://localhost:${relay.port}`,
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
  });
  try {
    return await act({ context, relay });
  } finally {
    await context.close();
    await relay.stop();
  }
}
