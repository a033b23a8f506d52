import { install } from './lib/install.mjs';
import { step } from './lib/run.mjs';

await install();
await step('scripts/build.ts', ['--if-stale']);
await step('server/main.ts');
