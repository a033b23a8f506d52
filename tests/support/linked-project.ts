import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project.ts';

/** Links the project except `dist` into a folder of its own, because a server serves its own `dist`. */
export async function linkProject() {
  const home = await mkdtemp(join(tmpdir(), 'football-mastermind-build-'));
  const rest = (await readdir(ROOT)).filter((entry) => entry !== 'dist');
  for (const entry of rest) await symlink(join(ROOT, entry), join(home, entry));
  return { home, remove: () => rm(home, { recursive: true, force: true }) };
}
