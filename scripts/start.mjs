import { install } from './lib/install.mjs';
import { step } from './lib/run.mjs';

await install();
await step('scripts/build.ts', ['--if-stale'], { readsEnvFile: true });
await step('server/main.ts', [], { readsEnvFile: true });
