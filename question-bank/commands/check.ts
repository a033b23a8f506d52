import { readFileSync } from 'node:fs';
import { hasFacts } from '../generator/read-facts.ts';
import { inPlay, readContent } from '../reader/content.ts';
import { brokenIn, tooFew } from '../rules/bank-rules.ts';
import { make } from './generate.ts';
import { count, type Outcome } from './outcome.ts';
import { countLines, dueBy } from './stats.ts';

/**
 * Checks every rule. In a folder with tables it also checks that the generated files are what the
 * tables make.
 */
export function checkBank(folder: URL, today: string): Outcome {
  const content = readContent(folder);
  const questions = inPlay(content);
  const made = hasFacts(folder) ? make(folder) : undefined;
  const unsafe = made?.unsafe ?? new Set<string>();
  const weights = made?.weights ?? new Map();
  const broken = [...brokenIn({ ...content, unsafe, weights }), ...tooFew(questions)].map(
    ({ id, rule }) => `${id}: ${rule}`,
  );
  const different = [...(made?.files ?? [])].flatMap(([file, text]) =>
    differenceIn(folder, file, text),
  );
  if (broken.length > 0 || different.length > 0) {
    const end = `${count(broken.length, 'broken rule')}, ${count(different.length, 'difference')}.`;
    return { lines: [...broken, ...different, end], failed: true };
  }
  const due = dueBy(questions, today);
  return {
    lines: [
      ...countLines(folder, questions),
      `${count(questions.length, 'question')}: every rule holds${made === undefined ? '' : ', and the tables give the same'}.`,
      ...(due > 0
        ? [`${count(due, 'question')} past the review date: see that they still hold.`]
        : []),
    ],
  };
}

/**
 * Says in which line a file first differs from the text that the tables make. Empty if it does not
 * differ.
 */
function differenceIn(folder: URL, file: string, made: string): string[] {
  const lines = textOf(new URL(file, folder)).split('\n');
  const wanted = made.split('\n');
  const index = wanted.findIndex((line, at) => line !== lines[at]);
  if (index === -1 && lines.length === wanted.length) return [];
  const line = index === -1 ? wanted.length : index + 1;
  return [`${file}: line ${line} is not what the tables and templates give: run generate`];
}

function textOf(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
