import { install } from './lib/install.mjs';
import { step } from './lib/run.mjs';

await install();
await step('scripts/suite.ts', process.argv.slice(2));
