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
  /** The folder of its database, and of the files of its last builds. */
  readonly dataDir: string;
  readonly #how: Start;
  #process: ServerProcess;

  private constructor(url: string, process: ServerProcess, dataDir: string, how: Start) {
    this.url = url;
    this.#process = process;
    this.dataDir = dataDir;
    this.#how = how;
  }

  /**
   * Starts it on a free port.
   * @param env its settings
   * @param home the folder whose `dist` it serves, with the server's own files linked into it
   */
  static async start(how: Start = {}): Promise<GameServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'football-mastermind-data-'));
    await prepareDataDir(dataDir);
    const process = startIn(dataDir, how);
    try {
      return new GameServer(await ready(process), process, dataDir, how);
    } catch (error) {
      await end(process);
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Stops and restarts it, at its address and on its data: the present contents of `home` are
   * deployed.
   */
  async restart(): Promise<void> {
    const { env } = this.#how;
    await end(this.#process);
    this.#process = startIn(this.dataDir, {
      ...this.#how,
      env: { ...env, PORT: String(this.port) },
    });
    await ready(this.#process);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Runs an operator's command, as typed after `npm run`, on the server; gives its output. */
  async command(args: string[], key: string | null = null): Promise<string[]> {
    const told = await askDesk(this.dataDir, { args, key });
    if (!told?.isDone) throw new Error(told?.lines.join(' ') ?? 'no server takes commands');
    return told.lines;
  }

  async stop(): Promise<void> {
    await end(this.#process);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

function startIn(dataDir: string, { env = {}, home = ROOT }: Start): ServerProcess {
  return startProcess({ DATA_DIR: dataDir, ...env }, home);
}

async function ready(process: ServerProcess): Promise<string> {
  const limit = setTimeout(() => process.child.kill('SIGKILL'), READY_WITHIN_MS);
  try {
    return await process.ready;
  } finally {
    clearTimeout(limit);
  }
}

async function end({ child, ended }: ServerProcess): Promise<void> {
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(limit);
}
