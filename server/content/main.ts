import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generate } from './generate.ts';
import type { Question } from './question.ts';
import { readFacts } from './tables.ts';
import { TEMPLATES } from './templates/all.ts';

const USAGE = 'usage: npm run questions -- generate --facts DIR';

/** One question per line, so that a change of one shows as one line. */
function asJson(questions: readonly Question[]): string {
  return `[\n${questions.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`;
}

function generateBank(folder: string): void {
  const bank = generate(readFacts(folder), TEMPLATES);
  mkdirSync(new URL('questions/', import.meta.url), { recursive: true });
  for (const [category, questions] of bank) {
    writeFileSync(new URL(`questions/${category}.json`, import.meta.url), asJson(questions));
    const counts = Object.groupBy(questions, (one) => one.level);
    const list = Object.entries(counts).map(([level, ones]) => `${level} ${ones.length}`);
    console.log(`${category}: ${list.join(', ')}`);
  }
}

function run(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { facts: { type: 'string' } },
  });
  const [command, ...rest] = positionals;
  if (command !== 'generate' || rest.length > 0) throw new Error(USAGE);
  if (values.facts === undefined) throw new Error(`--facts is missing; ${USAGE}`);
  if (!statSync(values.facts, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`--facts: ${values.facts} is not a folder`);
  }
  generateBank(values.facts);
}

try {
  run(process.argv.slice(2));
} catch (error) {
  const [line] = String(error instanceof Error ? error.message : error).split('\n');
  console.error(`questions: ${line}`);
  process.exitCode = 1;
}
