import { install } from './lib/install.mjs';
import { step } from './lib/run.mjs';

// Each of the threads that draw pictures would keep what its largest one took.
process.env.MALLOC_ARENA_MAX ??= '2';

await install();
await step('scripts/build.ts', ['--if-stale'], { readsEnvFile: true });
await step('server/main.ts', [], { readsEnvFile: true });
