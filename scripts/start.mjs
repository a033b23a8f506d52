import { install } from './lib/install.mjs';
import { step } from './lib/run.mjs';

// Without this limit each thread that draws pictures would keep as much memory as its largest picture took.
process.env.MALLOC_ARENA_MAX ??= '2';

await install();
// This option is set after the install, because the install may run on an older Node that refuses it. With
// more room for young objects, a call's memory is freed before its objects count as old. Collecting old
// objects would make all calls wait.
process.env.NODE_OPTIONS ??= '--max-semi-space-size=48';
await step('scripts/build.ts', ['--if-stale'], { readsEnvFile: true });
await step('server/main.ts', [], { readsEnvFile: true });
