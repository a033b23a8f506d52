import { layerFaults } from './lib/layers.ts';
import { ROOT } from './lib/run.mjs';

const faults = layerFaults(ROOT);
for (const fault of faults) console.log(fault);
if (faults.length > 0) {
  console.log(
    `${faults.length} imports go where they must not: scripts/lib/layers.ts says where to.`,
  );
  process.exitCode = 1;
}
