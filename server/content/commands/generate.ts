import { readContent, readKept, writeGenerated, writeUnsafe } from '../content.ts';
import { generate } from '../generate.ts';
import { brokenIn } from '../proof.ts';
import type { Question } from '../question.ts';
import { readFacts } from '../tables.ts';
import { TEMPLATES } from '../templates/all.ts';
import { unsafeRows } from '../unsafe.ts';
import type { Outcome } from './outcome.ts';
import { countLines } from './stats.ts';

/** Makes the generated questions anew from the fact tables; a bank that breaks a rule is not written. */
export function generateBank(folder: URL, facts: string): Outcome {
  const { generated, unsafe } = made(folder, facts);
  const broken = brokenIn({ ...readKept(folder), generated, unsafe: new Set(unsafe) });
  if (broken.length > 0) {
    return {
      lines: [...broken.map(({ id, rule }) => `${id}: ${rule}`), 'Nothing was written.'],
      failed: true,
    };
  }
  writeGenerated(folder, generated);
  writeUnsafe(folder, unsafe);
  return { lines: countLines(generated) };
}

/** How the generated questions of the bank differ from what the tables give now, line by line. */
export function driftLines(folder: URL, facts: string): string[] {
  const kept = new Map(readContent(folder).generated.map((one) => [one.id, JSON.stringify(one)]));
  const now = new Map(made(folder, facts).generated.map((one) => [one.id, JSON.stringify(one)]));
  return [
    ...[...kept.keys()]
      .filter((id) => !now.has(id))
      .map((id) => `${id}: the tables do not give it`),
    ...[...now.keys()].filter((id) => !kept.has(id)).map((id) => `${id}: it is missing`),
    ...[...kept]
      .filter(([id, text]) => now.has(id) && now.get(id) !== text)
      .map(([id]) => `${id}: the tables give it differently`),
  ];
}

function made(folder: URL, facts: string): { generated: Question[]; unsafe: string[] } {
  const tables = readFacts(facts);
  const unsafe = unsafeRows(tables);
  const content = { ...readKept(folder), unsafe: new Set(unsafe) };
  return { generated: generate(tables, TEMPLATES, content), unsafe };
}
