import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../tests/support/project.ts';

/** Where a campaign leads, and what a player is offered whom the operator refuses. */
export const OFFERS = {
  VITE_CAMPAIGN_URL: 'https://offers.example/subscribe',
  VITE_RETARGET_URL: 'https://offers.example/come-back',
};

/** The builds besides `dist` that tests run on: the variables of each. */
export const BUILDS = { offers: OFFERS, glo: { VITE_NETWORK: 'glo' } };

export type BuildName = keyof typeof BUILDS;

/** Where a build lies, from the project's folder; it is made again when it is stale. */
export const folderOf = (name: BuildName) => `node_modules/.cache/builds/${name}`;

/** A folder whose server serves a build: a server serves its own `dist`. */
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

/** Links all of the project but `dist` into a folder of its own. */
async function linkProject() {
  const home = await mkdtemp(join(tmpdir(), 'football-mastermind-build-'));
  const rest = (await readdir(ROOT)).filter((entry) => entry !== 'dist');
  for (const entry of rest) await symlink(join(ROOT, entry), join(home, entry));
  return { home, remove: () => rm(home, { recursive: true, force: true }) };
}
