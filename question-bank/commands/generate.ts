import { asLines } from '../files/rows.ts';
import { africanNames } from '../generator/african-names.ts';
import { clubWeights } from '../generator/club-weights.ts';
import { generate } from '../generator/generate.ts';
import { readFacts } from '../generator/read-facts.ts';
import { unsafeRows } from '../generator/unsafe-rows.ts';
import { CATEGORY_IDS, type Question } from '../question.ts';
import { AFRICAN_NAMES, generatedFile, readKept } from '../reader/content.ts';
import { brokenIn } from '../rules/bank-rules.ts';
import type { Weights } from '../rules/weights.ts';
import { TEMPLATES } from '../templates/all.ts';
import { INDEX_PAGE, indexPage } from '../templates/index-page.ts';
import { writeFile } from '../writer/write.ts';
import type { Outcome } from './outcome.ts';
import { countLines } from './stats.ts';

type Made = {
  questions: Question[];
  /** The rows of the tables that no question may be made from. */
  unsafe: ReadonlySet<string>;
  weights: Weights;
  /** The text of each generated file of the folder. */
  files: ReadonlyMap<string, string>;
};

/**
 * Makes the generated questions anew from the fact tables. A bank that breaks a rule is not
 * written.
 */
export function generateBank(folder: URL): Outcome {
  const { questions, unsafe, weights, files } = make(folder);
  const broken = brokenIn({ ...readKept(folder), generated: questions, unsafe, weights });
  if (broken.length > 0) {
    return {
      lines: [...broken.map(({ id, rule }) => `${id}: ${rule}`), 'Nothing was written.'],
      failed: true,
    };
  }
  for (const [file, text] of files) writeFile(folder, file, text);
  return { lines: countLines(folder, questions) };
}

/**
 * Makes the questions and the text of the generated files from a folder's tables, without writing
 * them.
 */
export function make(folder: URL): Made {
  const facts = readFacts(folder);
  const unsafe = unsafeRows(facts);
  const questions = generate(facts, TEMPLATES, { ...readKept(folder), unsafe });
  const files = new Map(
    CATEGORY_IDS.map((id) => [
      generatedFile(id),
      asLines(questions.filter(({ category }) => category === id)),
    ]),
  );
  files.set(AFRICAN_NAMES, asLines(africanNames(facts)));
  files.set(INDEX_PAGE, indexPage(questions));
  return { questions, unsafe, weights: clubWeights(facts), files };
}
