import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE, ROOT } from '../../tests/support/project.ts';
import { BUILDS, type BuildName, folderOf } from './builds.ts';

const execute = promisify(execFile);

/** The tests run on built apps: a stale one would hide the changes. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default async function setUp(): Promise<void> {
  const others = Object.entries(BUILDS) as [BuildName, Record<string, string>][];
  await Promise.all([
    build('dist', {}),
    ...others.map(([name, variables]) => build(folderOf(name), variables)),
  ]);
}

async function build(out: string, variables: Record<string, string>): Promise<void> {
  const args = ['scripts/build.ts', '--if-stale', '--out', out];
  await execute(NODE, args, { cwd: ROOT, env: { ...process.env, ...variables } });
}
