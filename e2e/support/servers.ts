import { GameServer } from '../../tests/support/game-server.ts';
import { type BuildName, makeHome } from './builds.ts';

/** The differences of a server from the one that most tests share. */
export type ServerKind = {
  /** Settings of its own. */
  env?: Record<string, string>;
  /** The build that it serves instead of `dist`. */
  build?: BuildName;
};

type Running = { server: GameServer; stop: () => Promise<void> };

/** A worker's servers, one of each kind: the first test that asks for one starts it. */
export class Servers {
  readonly #running = new Map<string, Promise<Running>>();

  async of(kind: ServerKind): Promise<GameServer> {
    const name = JSON.stringify(kind);
    const running = this.#running.get(name) ?? start(kind);
    this.#running.set(name, running);
    return (await running).server;
  }

  async stop(): Promise<void> {
    const running = await Promise.allSettled(this.#running.values());
    await Promise.all(running.map((one) => one.status === 'fulfilled' && one.value.stop()));
  }
}

async function start({ env = {}, build }: ServerKind): Promise<Running> {
  if (!build) {
    const server = await GameServer.start({ env });
    return { server, stop: () => server.stop() };
  }
  const { home, remove } = await makeHome(build);
  const server = await GameServer.start({ env, home });
  return {
    server,
    stop: async () => {
      await server.stop();
      await remove();
    },
  };
}
