import * as v from 'valibot';
import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { LEVELS } from '../../question.ts';

type Basic = Row<'basic_questions'>;
type Sourced = Row<'sourced_questions'>;

const canChange = (row: { canChange: string }): boolean => row.canChange === '1';

/**
 * The basics with their answers. An answer is the cell of the table, or `answer` if the cell says
 * more than an option should. A basic whose cell is missing or differs is dropped.
 */
function answered(facts: Facts): Basic[] {
  return facts.basic_questions.flatMap((basic) => {
    const row = facts.basic_facts.find(
      (one) => one.category === basic.of && one.fact === basic.fact,
    );
    const answer = basic.answer || (row?.answer ?? '');
    return answer !== '' && row?.answer.includes(answer) ? [{ ...basic, answer }] : [];
  });
}

export const basics = template<Basic>({
  id: 'b1',
  share: 15,
  rows: answered,
  category: (row) => categoryOf(row.of),
  level: (row) => v.parse(v.picklist(LEVELS), row.level),
  key: (row) => `${row.of} ${row.fact}`.slice(0, 56),
  from: (row) => rowName('basic_facts', { category: row.of, fact: row.fact }),
  phrasings: [(row) => row.asks],
  answer: (row) => row.answer,
  wrong: (row) => [list(row.wrong)],
  fact: (row) => row.states,
  canChange,
});

const sourced = {
  share: 15,
  category: (row: Sourced) => categoryOf(row.of),
  level: (row: Sourced) => v.parse(v.picklist(LEVELS), row.level),
  key: (row: Sourced) => `${row.of} ${row.key}`,
  from: (row: Sourced) => row.source,
  // Questions from one page are about one person or match, and may answer each other.
  subject: (row: Sourced) => row.source,
  phrasings: [(row: Sourced) => row.asks],
  answer: (row: Sourced) => row.answer,
  wrong: (row: Sourced) => [list(row.wrong)],
  fact: (row: Sourced) => row.states,
  canChange,
};

/**
 * The rows of a template. Throws for a row of any third template, which would otherwise be lost
 * silently.
 */
function rowsOf(facts: Facts, id: 'b2' | 'b3'): Sourced[] {
  return facts.sourced_questions.filter(
    (row) => v.parse(v.picklist(['b2', 'b3']), row.template) === id,
  );
}

export const nigerianBasics = template<Sourced>({
  ...sourced,
  id: 'b2',
  rows: (facts) => rowsOf(facts, 'b2'),
});

export const furtherBasics = template<Sourced>({
  ...sourced,
  id: 'b3',
  rows: (facts) => rowsOf(facts, 'b3'),
});
