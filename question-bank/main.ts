import { run } from './commands/run.ts';

const { lines, failed = false } = await run(process.argv.slice(2));
for (const line of lines) (failed ? console.error : console.log)(line);
process.exitCode = failed ? 1 : 0;
