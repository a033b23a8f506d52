import { install } from './lib/install.mjs';
import { step } from './lib/run.mjs';

// Each of the threads that draw pictures would keep the memory of its largest one.
process.env.MALLOC_ARENA_MAX ??= '2';

await install();
// Not before: older Node, which may install, takes no such option. A call's leftovers are collected
// before they count as old: else all calls wait while old objects are searched.
process.env.NODE_OPTIONS ??= '--max-semi-space-size=48';
await step('scripts/build.ts', ['--if-stale'], { readsEnvFile: true });
await step('server/main.ts', [], { readsEnvFile: true });
