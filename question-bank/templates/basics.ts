import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { categoryOf, list } from '../names.ts';
import { LEVELS } from '../question.ts';
import type { Facts } from '../tables.ts';
import { readTable, rowName } from '../tables.ts';
import { template } from '../template.ts';

const ownTable = (name: string): string =>
  fileURLToPath(new URL(`../facts/${name}.csv`, import.meta.url));

const WORDED = ['of', 'level', 'asks', 'answer', 'wrong', 'states', 'canChange'] as const;

/**
 * Questions worded by hand. The answer stands in the table of basics under `fact`; `answer` is
 * filled only where the cell says more than the option should. `canChange` is 1 for records, rules,
 * names and whatever else may be otherwise one day.
 */
const BASICS = readTable(ownTable('basics'), ['fact', ...WORDED]);

/**
 * Questions whose facts no table holds, each with its source: those of `nigerianBasics` are about
 * Nigeria or Nigerians, by the column `template`.
 */
const KNOWN = readTable(ownTable('known'), ['template', 'key', 'source', ...WORDED]);

type Basic = (typeof BASICS)[number];
type Known = (typeof KNOWN)[number];

const canChange = (row: { canChange: string }): boolean => row.canChange === '1';

/** The basics with their answers; one whose cell is missing or says something else is dropped. */
function answered(facts: Facts): Basic[] {
  return BASICS.flatMap((basic) => {
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

const known = {
  share: 15,
  category: (row: Known) => categoryOf(row.of),
  level: (row: Known) => v.parse(v.picklist(LEVELS), row.level),
  key: (row: Known) => `${row.of} ${row.key}`,
  from: (row: Known) => row.source,
  // Questions from one page are about one person or match, and may answer each other.
  subject: (row: Known) => row.source,
  phrasings: [(row: Known) => row.asks],
  answer: (row: Known) => row.answer,
  wrong: (row: Known) => [list(row.wrong)],
  fact: (row: Known) => row.states,
  canChange,
};

/** The rows of a template; a row of a third one would be lost without a word. */
function rowsOf(id: 'b2' | 'b3'): Known[] {
  return KNOWN.filter((row) => v.parse(v.picklist(['b2', 'b3']), row.template) === id);
}

export const nigerianBasics = template<Known>({
  ...known,
  id: 'b2',
  rows: () => rowsOf('b2'),
});

export const furtherBasics = template<Known>({
  ...known,
  id: 'b3',
  rows: () => rowsOf('b3'),
});
