import { randomBytes } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkProject } from '../../tests/support/linked-project.ts';
import { ROOT } from '../../tests/support/project.ts';

/** The campaign's target, and the offer to a player whom the operator refuses. */
export const OFFERS = {
  VITE_CAMPAIGN_URL: 'https://offers.example/subscribe',
  VITE_RETARGET_URL: 'https://offers.example/come-back',
};

/** The address of the app, as a shared link has it. */
export const APP = { VITE_APP_URL: 'https://play.example' };

/**
 * The builds that tests run on in addition to `dist`: the variables of each. A brand and the offers
 * do not disturb each other.
 */
export const BUILDS = { gloWithOffers: { ...OFFERS, ...APP, VITE_NETWORK: 'glo' } };

export type BuildName = keyof typeof BUILDS;

/** The folder of a build, from the project's folder; a stale build is made again. */
export const folderOf = (name: BuildName) => `node_modules/.cache/builds/${name}`;

/** A folder whose server serves a build, because a server serves its own `dist`. */
export async function makeHome(name: BuildName) {
  const { home, remove } = await linkProject();
  await symlink(join(ROOT, folderOf(name)), join(home, 'dist'));
  return { home, remove };
}

/** The same with a copy of `dist`, which a test may change while others run. */
export async function makeCopy() {
  const { home, remove } = await linkProject();
  await cp(join(ROOT, 'dist'), join(home, 'dist'), { recursive: true });
  return { home, remove };
}

/** Changes a file of a copy, which is then served without a build. */
export async function changeFile(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
  for (const copy of ['.br', '.gz']) await rm(path + copy, { force: true });
}

/** Makes the next build of a copy: the same app, with another hash in each name. */
export async function buildAgain(home: string): Promise<void> {
  const dist = join(home, 'dist');
  const assets = join(dist, 'assets');
  const hashes = new Map<string, string>();
  for (const name of await readdir(assets)) {
    const [, hash = ''] = /-([\w-]{8})\.\w+$/.exec(name) ?? [];
    if (hash) hashes.set(hash, randomBytes(4).toString('hex'));
  }
  const old = new RegExp([...hashes.keys()].join('|'), 'g');
  const rehash = (text: string) => text.replace(old, (hash) => hashes.get(hash) ?? hash);
  // The worker identifies files without a hash by a revision.
  const revise = (text: string) =>
    text.replace(/(?<="revision":")\w{32}/g, () => randomBytes(16).toString('hex'));
  await changeFile(join(dist, 'index.html'), rehash);
  await changeFile(join(dist, 'sw.js'), (text) => revise(rehash(text)));
  for (const name of await readdir(assets)) {
    const path = join(assets, name);
    if (/\.(js|css|json)$/.test(name)) await changeFile(path, rehash);
    else if (/\.(br|gz)$/.test(name)) await rm(path, { force: true });
  }
  for (const name of await readdir(assets)) {
    await rename(join(assets, name), join(assets, rehash(name)));
  }
}
