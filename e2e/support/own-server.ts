import type { GameServer } from '../../tests/support/game-server.ts';
import { type BuildName, makeCopy, makeHome } from './builds.ts';
import { test } from './fixtures.ts';
import { startServer } from './new-server.ts';

/** The `test` of a server that runs with settings of its own. */
export function testOnServer(env: Record<string, string>) {
  return testOn(async (use) => {
    const server = await startServer({ env });
    await use(server);
    await server.stop();
  });
}

/** The `test` of an app that is built with variables of its own: its files share a server in each worker. */
export const testOnBuild = (name: BuildName) => ON_BUILD[name];

const ON_BUILD = { offers: testOnNewBuild('offers'), glo: testOnNewBuild('glo') };

function testOnNewBuild(name: BuildName) {
  return testOn(async (use) => {
    const { home, remove } = await makeHome(name);
    const server = await startServer({ home });
    await use(server);
    await server.stop();
    await remove();
  });
}

/** The `test` of a copy of the app, which a test may change: it lies in the `dist` of `home`. */
export const testOnCopy = test.extend<object, { home: string; server: GameServer }>({
  home: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const { home, remove } = await makeCopy();
      await use(home);
      await remove();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ home }, use) => {
      const server = await startServer({ home });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

function testOn(serve: (use: (server: GameServer) => Promise<void>) => Promise<void>) {
  return test.extend<object, { server: GameServer }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    server: [async ({}, use) => serve(use), { scope: 'worker', timeout: 90_000 }],
  });
}
