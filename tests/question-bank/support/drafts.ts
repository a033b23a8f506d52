import type { Question } from '../../../question-bank/question.ts';
import { TEMPLATES } from '../../../question-bank/templates/all.ts';
import type { Rows } from './facts.ts';
import { factsOf } from './facts.ts';

/** What one template asks about the given rows. */
export function draftsOf(template: string, rows: Rows): Question[] {
  const facts = factsOf(rows);
  return TEMPLATES.filter(({ id }) => id === template).flatMap((source) => source.drafts(facts));
}
