import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// `npm start` with a small server and an npm that installs nothing.

const NPM = `#!/bin/sh
echo "$@" >> "$PROJECT/npm.log"
[ -e "$PROJECT/npm-fails" ] && exit 7
rm -rf "$PROJECT/node_modules"
mkdir -p "$PROJECT/node_modules/.bin"
cp "$PROJECT/package-lock.json" "$PROJECT/node_modules/.package-lock.json"
ln -s "$NODE" "$PROJECT/node_modules/.bin/node"
`;
const SERVER = `
let signals = 0;
process.on('SIGINT', () => {
  signals += 1;
  console.log('stopping');
  setTimeout(() => {
    console.log(\`stopped by \${signals}\`);
    process.exit(0);
  }, 200);
});
setInterval(() => {}, 1000);
console.log('ready');
`;

let project: string;
let started: ChildProcess[] = [];

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'start-'));
  cpSync('scripts', join(project, 'scripts'), { recursive: true });
  for (const folder of ['bin', 'server']) mkdirSync(join(project, folder));
  write('package.json', '{ "type": "module" }');
  lock('1.0.0');
  write('scripts/build.ts', '');
  write('server/main.ts', SERVER);
  writeFileSync(join(project, 'bin/npm'), NPM, { mode: 0o755 });
});

afterEach(() => {
  for (const child of started) child.kill('SIGTERM');
  started = [];
  rmSync(project, { recursive: true });
});

function write(path: string, content: string) {
  writeFileSync(join(project, path), content);
}

function lock(version: string) {
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/ky': { version } } }));
}

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: [join(project, 'bin'), process.env.PATH].join(delimiter),
    PROJECT: project,
    NODE: resolve('node_modules/.bin/node'),
  };
}

function npmRuns(): string[] {
  try {
    return readFileSync(join(project, 'npm.log'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

/** Starts the project, in a process group of its own as a terminal would. */
function start() {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: project,
    detached: true,
    env: environment(),
  });
  started.push(child);
  let output = '';
  const listen = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const says = async (text: string) => {
    while (!output.includes(text)) await once(child.stdout, 'data');
  };
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  const pressCtrlC = () => process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
  return { says, ended, pressCtrlC };
}

async function startAndStop() {
  const { says, ended, pressCtrlC } = start();
  await says('ready');
  pressCtrlC();
  return ended;
}

test('a fresh clone installs its packages, a second start does not', async () => {
  await startAndStop();
  expect(npmRuns()).toHaveLength(1);
  expect(npmRuns()[0]).toMatch(/^ci /);
  await startAndStop();
  expect(npmRuns()).toHaveLength(1);
});

test('a changed lock file installs again', async () => {
  await startAndStop();
  lock('2.0.0');
  await startAndStop();
  expect(npmRuns()).toHaveLength(2);
});

test('packages that somebody installed by hand are not installed again', async () => {
  execFileSync(join(project, 'bin/npm'), ['ci', 'by hand'], { env: environment() });
  await startAndStop();
  expect(npmRuns()).toEqual(['ci by hand']);
});

test('a failing install ends with one line and starts nothing', async () => {
  write('npm-fails', '');
  const { code, output } = await start().ended;
  expect(code).toBe(1);
  expect(output).toBe(
    'Installing packages…\nThe packages could not be installed: npm ci ended with code 7.\n',
  );
});

test('a failing build starts nothing', async () => {
  write('scripts/build.ts', 'process.exit(3);');
  const { code, output } = await start().ended;
  expect(code).toBe(3);
  expect(output).not.toContain('ready');
});

test('Ctrl-C reaches the server once, however often it is passed on', async () => {
  const { says, ended, pressCtrlC } = start();
  await says('ready');
  pressCtrlC();
  await says('stopping');
  pressCtrlC();
  const { code, output } = await ended;
  expect(output).toContain('stopped by 1');
  expect(code).toBe(0);
});

test("the server's own failure is the start's", async () => {
  write('server/main.ts', 'console.error("Port 4173 is in use."); process.exit(1);');
  const { code, output } = await start().ended;
  expect(code).toBe(1);
  expect(output).toContain('Port 4173 is in use.');
});

test('variables of .env reach the build and the server, unless the environment overrides them', async () => {
  write('.env', 'GREETING=hello\nPROJECT=elsewhere\n');
  const shows = 'console.log(process.env.GREETING, process.env.PROJECT);';
  write('scripts/build.ts', shows);
  write('server/main.ts', `${shows} process.exit(0);`);
  const { output } = await start().ended;
  expect(output).toBe(`Installing packages…\nhello ${project}\nhello ${project}\n`);
});
