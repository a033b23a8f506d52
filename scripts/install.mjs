import { install } from './lib/install.mjs';

await install();
