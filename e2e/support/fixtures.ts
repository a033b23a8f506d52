import { test as base, type ConsoleMessage, expect } from 'playwright/test';
import { PROMOS, type PromoId } from '../../src/rules/promos.ts';
import type { GameServer } from '../../tests/support/game-server.ts';
import { Relay } from '../../tests/support/relay.ts';
import { helpOld, OWN_STYLE } from './old-chromium.ts';
import { type ServerKind, Servers } from './servers.ts';

/** The browser's own message about a request lost on the cut line. */
const LOST_ON_THE_LINE = /net::ERR_/;

type TestFixtures = {
  /** Errors, thrown or logged, that a test causes on purpose. */
  expectedErrors: RegExp[];
  /**
   * The differences of the test's server. Another kind needs no other worker, which would cost a
   * browser.
   */
  serverKind: ServerKind;
  server: GameServer;
  /** The line between the browser and the server: cut it, restore it, slow it down. */
  relay: Relay;
  /** The app's address, through the relay; on localhost, where service workers are allowed. */
  appUrl: string;
  /** Whether promotions appear; in most tests they would only cover the elements to tap. */
  hasPromos: boolean;
  dismissedPromos: undefined;
  /** Fails the test on any error that a page throws or logs unexpectedly. */
  watchedErrors: undefined;
};
type WorkerFixtures = { servers: Servers; helpedBrowser: undefined };

/** Playwright's `test` on the built app, its real server and a line that can be cut. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const servers = new Servers();
      await use(servers);
      await servers.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  helpedBrowser: [
    async ({ browser }, use) => {
      helpOld(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  expectedErrors: [[], { option: true }],
  serverKind: [{}, { option: true }],
  server: async ({ servers, serverKind }, use) => {
    await use(await servers.of(serverKind));
  },
  relay: async ({ server }, use) => {
    const relay = await Relay.start(server.port);
    await use(relay);
    await relay.stop();
  },
  appUrl: async ({ relay }, use) => {
    await use(`http://localhost:${relay.port}`);
  },
  baseURL: async ({ appUrl }, use) => {
    await use(appUrl);
  },
  hasPromos: [false, { option: true }],
  dismissedPromos: [
    async ({ context, hasPromos }, use) => {
      if (!hasPromos)
        await context.addInitScript(
          dismissPromos,
          PROMOS.map(({ id }) => id),
        );
      await use(undefined);
    },
    { auto: true },
  ],
  watchedErrors: [
    async ({ context, relay, expectedErrors }, use) => {
      const errors: string[] = [];
      const isExpected = (text: string) =>
        (relay.wasCut && LOST_ON_THE_LINE.test(text)) ||
        OWN_STYLE.test(text) ||
        expectedErrors.some((expected) => expected.test(text));
      const listen = (message: ConsoleMessage) => {
        const text = `${message.text()} (${message.location().url})`;
        if (message.type() === 'error' && !isExpected(text)) errors.push(text);
      };
      context.on('console', listen);
      context.on('weberror', (failure) => {
        const text = `${failure.error().stack}`;
        if (!isExpected(text)) errors.push(text);
      });
      context.on('serviceworker', (worker) => worker.on('console', listen));
      await use(undefined);
      const ofTest = [...errors];
      // A reply made by the test may still be on its way: sent after the test, it would fail it.
      await Promise.all(
        context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })),
      );
      expect(ofTest, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/** Every promotion was dismissed this very moment, whoever plays and whatever the page's clock says. */
function dismissPromos(ids: readonly PromoId[]): void {
  const { getItem } = Storage.prototype;
  Storage.prototype.getItem = function (this: Storage, key: string) {
    if (!key.startsWith('fom-promos-')) return getItem.call(this, key);
    return JSON.stringify(Object.fromEntries(ids.map((id) => [id, Date.now()])));
  };
}

export { expect };
