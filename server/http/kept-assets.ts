import { createHash, randomUUID } from 'node:crypto';
import { copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../database/folder-lock.ts';

/** With the one that is served: a tab that was open for two deployments finds its files. */
const BUILDS_KEPT = 3;

/** A file whose name has its content's hash, or a compressed copy of it. */
const HASHED = /^[\w-]+-[\w-]{8}\.[a-z0-9]+(\.(br|gz))?$/;

/** Lists of the builds' files, each named by its files; the newest was served last. */
const LISTS = '.builds';

/** What is not yet all there. Another server may be writing it: it is left alone for so long. */
const UNDER_WAY = '.new-';
const LEFT_BEHIND_MS = 60 * 60_000;

/**
 * Copies a build's hashed files from `from` to `to`, and forgets there what none of the last three
 * builds has. Servers may do so side by side. Throws where the disk refuses: what is in `to` then is
 * whole, and some of it may be missing.
 */
export async function keepAssets(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => HASHED.test(name)).sort();
  const lists = join(to, LISTS);
  makeFolder(lists);
  const list = names.join('\n');
  const build = createHash('sha256').update(list).digest('hex').slice(0, 16);
  // Noted first: who forgets meanwhile leaves these alone.
  await put(to, join(LISTS, build), (path) => writeFile(path, list));
  await forgetOld(to);
  for (const name of names) {
    const source = join(from, name);
    if ((await sizeOf(join(to, name))) === (await sizeOf(source))) continue;
    await put(to, name, (path) => copyFile(source, path));
  }
}

/** Writes a file beside its place first: nobody is served half of it. */
async function put(to: string, name: string, write: (path: string) => Promise<void>) {
  const path = join(to, `${UNDER_WAY}${randomUUID()}`);
  try {
    await write(path);
    await rename(path, join(to, name));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function forgetOld(to: string): Promise<void> {
  const lists = join(to, LISTS);
  const builds = await Promise.all(
    (await readdir(lists)).map(async (name) => ({ name, at: await changedAt(join(lists, name)) })),
  );
  const newestFirst = builds.sort((a, b) => b.at - a.at);
  const kept = new Set([LISTS]);
  for (const { name } of newestFirst.slice(0, BUILDS_KEPT)) {
    for (const file of (await readFile(join(lists, name), 'utf8')).split('\n')) kept.add(file);
  }
  for (const { name } of newestFirst.slice(BUILDS_KEPT)) await forget(join(lists, name));
  for (const name of await readdir(to)) {
    if (kept.has(name) || (await isUnderWay(to, name))) continue;
    await forget(join(to, name));
  }
}

async function isUnderWay(to: string, name: string): Promise<boolean> {
  if (!name.startsWith(UNDER_WAY)) return false;
  return (await changedAt(join(to, name))) > Date.now() - LEFT_BEHIND_MS;
}

const forget = (path: string) => rm(path, { recursive: true, force: true });

/** In epoch milliseconds; of what another server has just taken away, long ago. */
async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? 0;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? -1;
}
