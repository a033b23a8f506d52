import { GameServer } from '../../tests/support/game-server.ts';
import { type BuildName, makeCopy } from './builds.ts';
import { test } from './fixtures.ts';
import type { ServerKind } from './servers.ts';

/** The `test` of a server that runs with settings of its own. */
export const testOnServer = (env: Record<string, string>) => testOn({ env });

/** The `test` of an app that is built with variables of its own. */
export const testOnBuild = (build: BuildName) => testOn({ build });

/** The `test` of a copy of the app, which a test may change: it is in the `dist` of `home`. */
export const testOnCopy = test.extend<{ home: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
  home: async ({}, use) => {
    const { home, remove } = await makeCopy();
    await use(home);
    await remove();
  },
  server: async ({ home }, use) => {
    const server = await GameServer.start({ home });
    await use(server);
    await server.stop();
  },
});

function testOn(serverKind: ServerKind) {
  return test.extend({ serverKind });
}
