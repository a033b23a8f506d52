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
export function generateBank(folder: URL, factsFolder: string): Outcome {
  const facts = readFacts(factsFolder);
  const rows = unsafeRows(facts);
  const kept = { ...readKept(folder), unsafe: new Set(rows) };
  const generated = generate(facts, TEMPLATES, kept);
  const broken = brokenIn({ ...kept, generated });
  if (broken.length > 0) {
    return {
      lines: [...broken.map(({ id, rule }) => `${id}: ${rule}`), 'Nothing was written.'],
      failed: true,
    };
  }
  writeGenerated(folder, generated);
  writeUnsafe(folder, rows);
  return { lines: countLines(generated) };
}

/** Where the generated questions, or the rows that may not be asked, are not what the tables give. */
export function differences(folder: URL, factsFolder: string): string[] {
  const facts = readFacts(factsFolder);
  const { generated, unsafe } = readContent(folder);
  const drafts = new Map(
    TEMPLATES.flatMap((source) => source.drafts(facts)).map((one) => [one.id, inAnyOrder(one)]),
  );
  const rows = new Set(unsafeRows(facts));
  return [
    ...generated
      .filter((one) => drafts.get(one.id) !== inAnyOrder(one))
      .map(
        ({ id }) =>
          `${id}: the tables ${drafts.has(id) ? 'give it differently' : 'do not give it'}`,
      ),
    ...[...rows.symmetricDifference(unsafe)].map(
      (row) => `${row}: the tables ${rows.has(row) ? 'warn of it' : 'do not warn of it'}`,
    ),
  ];
}

/** A question as text; where its options stand says nothing. */
function inAnyOrder({ options, ...rest }: Question): string {
  return JSON.stringify({ ...rest, options: options.toSorted() });
}
