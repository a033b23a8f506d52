import { readFacts } from '../../question-bank/generator/read-facts.ts';
import type { Facts } from '../../question-bank/generator/tables.ts';
import type { Question } from '../../question-bank/question.ts';
import { CONTENT } from '../../question-bank/reader/content.ts';
import { TEMPLATES } from '../../question-bank/templates/all.ts';
import { factsOf, type Rows } from './facts.ts';

const draftsOn = (template: string, facts: Facts): Question[] =>
  TEMPLATES.filter(({ id }) => id === template).flatMap((source) => source.drafts(facts));

/** The questions of one template about the given rows. */
export const draftsOf = (template: string, rows: Rows): Question[] =>
  draftsOn(template, factsOf(rows));

const real = { facts: undefined as Facts | undefined };

/** The questions of one template from the game's own tables, by the part of the id after its code. */
export function askedBy(template: string): ReadonlyMap<string, Question> {
  real.facts ??= readFacts(CONTENT);
  const drafts = draftsOn(template, real.facts);
  return new Map(drafts.map((one) => [one.id.slice(template.length + 1), one]));
}
