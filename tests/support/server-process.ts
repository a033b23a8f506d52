import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE, ROOT, SHORT_LIVED } from './project.ts';

/** Linked files count as being in the folder of the link: the server finds its app that way. */
const AS_LINKED = ['--preserve-symlinks', '--preserve-symlinks-main'];

/** The cache of Node's compiled project files: with it a server starts a fifth sooner. */
const COMPILED = join(ROOT, 'node_modules/.cache/node');

const READY = /^Football Mastermind is ready at (http:\/\/\S+)$/m;

/** The server as its own process, and its output. */
export type ServerProcess = {
  child: ChildProcess;
  said: { stdout: string; stderr: string };
  /** Resolves with the address once the server listens; rejects if it ends first. */
  ready: Promise<string>;
  /** Resolves with the exit code, or with the signal that ended it. */
  ended: Promise<number | string | null>;
};

/**
 * Starts `server/main.ts` on a free port, with the given variables and no others of ours.
 * @param home the project's folder, or one into which its parts are linked
 */
export function startProcess(env: Record<string, string>, home = ROOT): ServerProcess {
  const isHome = home === ROOT;
  const flags = isHome ? [] : AS_LINKED;
  // The files of a temporary folder are not worth caching.
  const compiled = isHome ? { NODE_COMPILE_CACHE: COMPILED } : {};
  const child = spawn(NODE, [...SHORT_LIVED, ...flags, join(home, 'server/main.ts')], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'silent', ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said.stdout += String(chunk);
      const address = READY.exec(said.stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    ended.then(() => reject(new Error(`the server ended: ${said.stderr}`)));
  });
  // A test of a start that fails uses only `ended`.
  ready.catch(() => {});
  child.stderr.on('data', (chunk) => {
    said.stderr += String(chunk);
  });
  return { child, said, ready, ended };
}
