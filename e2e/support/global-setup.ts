import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE, ROOT } from '../../tests/support/project.ts';
import { BUILDS, type BuildName, folderOf } from './builds.ts';
import { makeEmptyDatabase } from './new-server.ts';

const execute = promisify(execFile);

/** The tests run on built apps: one that is stale would hide what was changed. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default async function setUp(): Promise<() => Promise<void>> {
  const others = Object.entries(BUILDS) as [BuildName, Record<string, string>][];
  const [removeDatabase] = await Promise.all([
    makeEmptyDatabase(),
    build('dist', {}),
    ...others.map(([name, variables]) => build(folderOf(name), variables)),
  ]);
  return removeDatabase;
}

async function build(out: string, variables: Record<string, string>): Promise<void> {
  const args = ['scripts/build.ts', '--if-stale', '--out', out];
  await execute(NODE, args, { cwd: ROOT, env: { ...process.env, ...variables } });
}
