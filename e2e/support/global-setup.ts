import { execFileSync } from 'node:child_process';
import { NODE, ROOT } from './project.ts';

/** The tests run on the built app: one that is stale would hide what was changed. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default function buildApp(): void {
  execFileSync(NODE, ['scripts/build.ts', '--if-stale'], { cwd: ROOT, stdio: 'inherit' });
}
