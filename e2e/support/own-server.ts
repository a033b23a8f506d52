import { test } from './fixtures.ts';
import { GameServer } from './game-server.ts';

/** The `test` of a server that runs with settings of its own. */
export function testOnServer(env: Record<string, string>) {
  return test.extend<object, { server: GameServer }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
      async ({}, use) => {
        const server = await GameServer.start(env);
        await use(server);
        await server.stop();
      },
      { scope: 'worker', timeout: 90_000 },
    ],
  });
}
