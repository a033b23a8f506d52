import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const BIN = join(ROOT, 'node_modules', '.bin');
const ON_WINDOWS = process.platform === 'win32';
const NODE_24 = ON_WINDOWS
  ? join(ROOT, 'node_modules', 'node', 'bin', 'node.exe')
  : join(BIN, 'node');
const STARTED_BY_NPM = process.env.npm_lifecycle_event !== undefined;
const STOP_WITHIN_MS = 10_000;
const LOOK_FOR_PARENT_EVERY_MS = 1_000;

/**
 * Finds the path of the Node 24 that runs the project's TypeScript. Gives undefined if there is no Node 24.
 */
export function node24() {
  if (existsSync(NODE_24)) return NODE_24;
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined;
}

/** Makes the search path, with the project's own programs first (such as Node 24), or without them. */
export function searchPath({ withProject = true } = {}) {
  const others = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== BIN);
  return (withProject ? [BIN, ...others] : others).join(delimiter);
}

/**
 * Runs a program to its end and gives its exit code.
 *
 * A terminal sends Ctrl-C to all processes in its process group, and npm sends it once more. So the program
 * gets a process group of its own, and only this process sends it signals.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env] variables besides those of this process
 * @param {boolean} [options.shell]
 * @param {boolean} [options.capture] whether to collect the output instead of showing it
 * @param {number} [options.limitMs] the time after which the program is killed
 * @returns {Promise<Ended>}
 *
 * @typedef {object} Ended
 * @property {number} code
 * @property {boolean} wasStopped whether a signal to this process ended the program
 * @property {boolean} wasTooSlow
 * @property {string} output
 */
export function run(command, args, { env, shell = false, capture = false, limitMs } = {}) {
  return new Promise((resolve, reject) => {
    const outlet = capture ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, PATH: searchPath(), ...env },
      shell,
      // A process group in the background must not read from the terminal.
      stdio: ['ignore', outlet, outlet],
      detached: !ON_WINDOWS,
    });
    let output = '';
    let wasStopped = false;
    let wasTooSlow = false;

    /** @param {NodeJS.Signals} signal */
    const send = (signal) => {
      if (child.pid === undefined) return;
      try {
        if (ON_WINDOWS) child.kill(signal);
        else process.kill(-child.pid, signal);
      } catch {
        // The program has ended already.
      }
    };
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      if (wasStopped) return;
      wasStopped = true;
      send(signal);
      setTimeout(() => send('SIGKILL'), STOP_WITHIN_MS).unref();
    };
    const interrupt = () => stop('SIGINT');
    const terminate = () => stop('SIGTERM');
    const kill = () => send('SIGKILL');

    // npm sends SIGTERM only to its shell, which ends without sending it to this process.
    const parent = process.ppid;
    const lookForParent = setInterval(() => {
      if (STARTED_BY_NPM && process.ppid !== parent) terminate();
    }, LOOK_FOR_PARENT_EVERY_MS);
    const limit =
      limitMs &&
      setTimeout(() => {
        wasTooSlow = true;
        kill();
      }, limitMs);

    process.on('SIGINT', interrupt);
    process.on('SIGTERM', terminate);
    process.on('SIGHUP', terminate);
    process.on('exit', kill);
    const letGo = () => {
      clearInterval(lookForParent);
      clearTimeout(limit);
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', terminate);
      process.off('SIGHUP', terminate);
      process.off('exit', kill);
    };

    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', (error) => {
      letGo();
      reject(error);
    });
    child.once('close', (code, signal) => {
      letGo();
      const endedWith = code ?? 128 + constants.signals[signal ?? 'SIGTERM'];
      resolve({ code: endedWith, wasStopped, wasTooSlow, output });
    });
  });
}

/**
 * Runs a TypeScript file of the project on Node 24. If it fails, this process ends with the same code.
 *
 * @param {string} file relative to the project
 * @param {string[]} [args]
 * @param {object} [options]
 * @param {boolean} [options.readsEnvFile] whether `.env` sets the variables that the environment does not set
 */
export async function step(file, args = [], { readsEnvFile = false } = {}) {
  const node = node24() ?? fail('Node 24 is missing. Run: npm ci');
  const options = readsEnvFile ? ['--env-file-if-exists=.env'] : [];
  const { code, wasStopped } = await run(node, [...options, file, ...args]);
  if (code !== 0 || wasStopped) process.exit(code);
}

/**
 * Ends this process with a line of explanation.
 *
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  console.error(line);
  process.exit(1);
}
