import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from './fixtures.ts';
import { NODE, ROOT } from './project.ts';
import { Relay } from './relay.ts';

const READY = /is ready at http:\/\/\S+:(\d+)/;

/** What the server runs from; it serves the build that lies beside it. */
const SOURCES = ['server', 'question-bank', 'src', 'public', 'node_modules'];

type OtherBuild = { port: number; stop: () => Promise<void> };

/** The app built with variables of its own, on a real server; `dist` is left alone. */
async function startOtherBuild(variables: Record<string, string>): Promise<OtherBuild> {
  const home = await mkdtemp(join(tmpdir(), 'football-mastermind-build-'));
  const app = join(home, 'dist');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const build = [vite, 'build', '--outDir', app, '--logLevel', 'error'];
  execFileSync(NODE, build, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ...variables },
    stdio: 'ignore',
  });
  for (const name of SOURCES) await symlink(join(ROOT, name), join(home, name));
  // As if the server's files lay here: it finds the app relative to itself.
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const { DATABASE_URL, ...env } = process.env;
  const child = spawn(NODE, [...flags, 'server/main.ts'], {
    cwd: home,
    env: { ...env, PORT: '0', DATA_DIR: join(home, 'data'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    await rm(home, { recursive: true, force: true });
  };
  try {
    return { port: await portOf(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The port that the server names when it is ready. */
async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('The server has no output.');
  for await (const line of createInterface({ input: stdout })) {
    const port = READY.exec(line)?.[1];
    if (port === undefined) continue;
    stdout.resume();
    return Number(port);
  }
  throw new Error('The server of the other build did not start.');
}

/** The `test` of an app that is built with these `VITE_*` variables. */
export function testOnBuild(variables: Record<string, string>) {
  return test.extend<object, { otherBuild: OtherBuild }>({
    otherBuild: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
      async ({}, use) => {
        const build = await startOtherBuild(variables);
        await use(build);
        await build.stop();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    relay: async ({ otherBuild }, use) => {
      const relay = await Relay.start(otherBuild.port);
      await use(relay);
      await relay.stop();
    },
  });
}
