import { citationFaults } from './lib/citations.ts';
import { ROOT } from './lib/run.mjs';

const faults = citationFaults(ROOT);
for (const fault of faults) console.log(fault);
if (faults.length > 0) {
  console.log(`${faults.length} citations lead nowhere. Name a heading or a record of docs/.`);
  process.exitCode = 1;
}
