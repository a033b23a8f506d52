import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fail, node24, ROOT, run, searchPath } from './run.mjs';

const LOCK_FILE = join(ROOT, 'package-lock.json');
const INSTALLED_FILE = join(ROOT, 'node_modules/.package-lock.json');
const STAMP = join(ROOT, 'node_modules/.football-mastermind-lock');
const NPM = '11';

/** Installs the packages unless node_modules holds all that the lock file lists. */
export async function install() {
  const hash = createHash('sha256').update(read(LOCK_FILE)).digest('hex');
  if (node24() !== undefined && (read(STAMP) === hash || (!isOldNode() && isInstalledByNpm())))
    return;
  console.log('Installing packages…');
  // `npm ci` replaces node_modules, so it must not run on the Node in that folder.
  let path = searchPath({ withProject: false });
  if (isOldNode()) {
    const newer = mkdtempSync(join(tmpdir(), 'football-mastermind-npm-'));
    process.on('exit', () => rmSync(newer, { recursive: true, force: true }));
    await npm(['install', '--prefix', newer, `node@${lockedNode()}`, `npm@${NPM}`], path);
    path = [join(newer, 'node_modules/.bin'), path].join(delimiter);
  }
  await npm(['ci', '--include=dev'], path);
  if (node24() === undefined) {
    fail('Node 24 is missing: npm did not run the install script of the package "node".');
  }
  writeFileSync(STAMP, hash);
}

/**
 * Whether this Node is older than 20.19. On such a Node npm silently leaves out optional packages that need a
 * newer Node, and the bundler's program is such a package. So a newer Node and npm are installed first.
 */
function isOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major < 20 || (major === 20 && minor < 19);
}

/** The exact Node 24 of the lock file. */
function lockedNode() {
  return packagesIn(LOCK_FILE)['node_modules/node']?.version ?? '24';
}

/**
 * @param {string[]} args
 * @param {string} path
 */
async function npm(args, path) {
  const { code, wasStopped } = await run(
    'npm',
    [...args, '--no-audit', '--no-fund', '--loglevel=error'],
    { env: { PATH: path }, shell: process.platform === 'win32' },
  ).catch((error) =>
    fail(`The packages could not be installed: npm did not start (${error.code}).`),
  );
  if (wasStopped) process.exit(code);
  if (code !== 0) {
    fail(`The packages could not be installed: npm ${args[0]} ended with code ${code}.`);
  }
}

/** Whether npm's own list of installed packages is complete, as after a developer's `npm ci`. */
function isInstalledByNpm() {
  const wanted = packagesIn(LOCK_FILE);
  const installed = packagesIn(INSTALLED_FILE);
  return Object.entries(wanted).every(([path, entry]) => {
    // The project itself and its workspaces are not in node_modules.
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    // Which optional packages are missing depends on the machine and on npm's version.
    if (!found) return entry.optional || entry.devOptional || entry.peer || entry.extraneous;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @param {string} lockFile
 * @returns {Record<string, Record<string, unknown>>}
 */
function packagesIn(lockFile) {
  try {
    return JSON.parse(read(lockFile)).packages;
  } catch {
    return {};
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
