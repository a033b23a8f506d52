import { install } from './lib/install.mjs';
import { step } from './lib/run.mjs';

await install();
await step('scripts/develop.ts', [], { readsEnvFile: true });
