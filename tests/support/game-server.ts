import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askDesk } from '../../server/desk/socket.ts';
import { ROOT } from './project.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { prepareDataDir } from './test-database.ts';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;

type Start = { env?: Record<string, string>; home?: string };

/** The built app on its real server, with an empty database of its own. */
export class GameServer {
  readonly url: string;
  readonly #process: ServerProcess;
  readonly #dataDir: string;

  private constructor(url: string, process: ServerProcess, dataDir: string) {
    this.url = url;
    this.#process = process;
    this.#dataDir = dataDir;
  }

  /**
   * Starts it on a free port.
   * @param env its settings
   * @param home the folder whose `dist` it serves, with the server's own files linked into it
   */
  static async start({ env = {}, home = ROOT }: Start = {}): Promise<GameServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'football-mastermind-data-'));
    await prepareDataDir(dataDir);
    const process = startProcess({ DATA_DIR: dataDir, ...env }, home);
    const limit = setTimeout(() => process.child.kill('SIGKILL'), READY_WITHIN_MS);
    try {
      return new GameServer(await process.ready, process, dataDir);
    } catch (error) {
      await stop(process, dataDir);
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Gives the server a command of the operator, as typed behind `npm run`; gives what it tells. */
  async command(args: string[], key: string | null = null): Promise<string[]> {
    const told = await askDesk(this.#dataDir, { args, key });
    if (!told?.isDone) throw new Error(told?.lines.join(' ') ?? 'no server takes commands');
    return told.lines;
  }

  stop(): Promise<void> {
    return stop(this.#process, this.#dataDir);
  }
}

async function stop({ child, ended }: ServerProcess, dataDir: string): Promise<void> {
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(limit);
  await rm(dataDir, { recursive: true, force: true });
}
