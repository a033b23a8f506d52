import { rmSync } from 'node:fs';
import type { Facts } from '../../../question-bank/generator/tables.ts';
import { readFacts } from '../../../question-bank/generator/tables.ts';
import type { Question } from '../../../question-bank/question.ts';
import { TEMPLATES } from '../../../question-bank/templates/all.ts';
import { aFactsFolder } from './facts.ts';

export type Rows = Parameters<typeof aFactsFolder>[0];

/** The fact tables with nothing but the given rows. */
export function factsOf(rows: Rows): Facts {
  const folder = aFactsFolder(rows);
  const facts = readFacts(folder);
  rmSync(folder, { recursive: true });
  return facts;
}

/** What one template asks about the given rows. */
export function draftsOf(template: string, rows: Rows): Question[] {
  const facts = factsOf(rows);
  return TEMPLATES.filter(({ id }) => id === template).flatMap((source) => source.drafts(facts));
}
