import * as v from 'valibot';
import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import type { Row } from '../../generator/tables.ts';
import { type Source, template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';

type Told = Row<'told_questions'>;

const MARK = v.pipe(v.string(), v.regex(/^[123]$/, 'a mark from 1 to 3'), v.transform(Number));

/** The least sums of the three marks that are known to most, and to many. */
const KNOWN_TO_MOST = 8;
const KNOWN_TO_MANY = 6;

/**
 * The level of what is told, by how well it is known in Nigeria: how famous its subject is, how
 * recent it was, how often it is told, each from 1 to 3 (game.md#knowability).
 */
function levelOf({ famous, recent, told }: Told): Level {
  const known = [famous, recent, told].reduce((sum, mark) => sum + v.parse(MARK, mark), 0);
  if (known >= KNOWN_TO_MOST) return 'easy';
  return known >= KNOWN_TO_MANY ? 'medium' : 'hard';
}

const kind = (name: string) =>
  ({
    share: 15,
    rows: (facts) => facts.told_questions.filter((row) => row.kind === name),
    category: (row) => categoryOf(row.of),
    level: levelOf,
    key: (row) => `${row.of} ${row.key}`,
    from: (row) => row.source,
    // Questions from one page are about one person or match, and may answer each other.
    subject: (row) => row.source,
    phrasings: [(row) => row.asks],
    answer: (row) => row.answer,
    wrong: (row) => [list(row.wrong)],
    alsoRight: (row) => list(row.alsoRight),
    fact: (row) => row.states,
    canChange: (row) => row.canChange === '1',
  }) satisfies Omit<Parameters<typeof template<Told>>[0], 'id'>;

const careers = template<Told>({
  id: 'k1',
  ...kind('career'),
});

const moments = template<Told>({
  id: 'k2',
  ...kind('moment'),
});

const goals = template<Told>({
  id: 'k3',
  ...kind('goal'),
});

const playerNicknames = template<Told>({
  id: 'k4',
  ...kind('nickname'),
});

const transfers = template<Told>({
  id: 'k5',
  ...kind('transfer'),
});

const awards = template<Told>({
  id: 'k6',
  ...kind('award'),
});

const eagles = template<Told>({
  id: 'k7',
  ...kind('eagles'),
});

const playersRecords = template<Told>({
  id: 'k8',
  ...kind('record'),
});

const cards = template<Told>({
  id: 'k9',
  ...kind('card'),
});

const shirts = template<Told>({
  id: 'k10',
  ...kind('shirt'),
});

const missingLinks = template<Told>({
  id: 'k11',
  ...kind('missing'),
});

const quotes = template<Told>({
  id: 'k12',
  ...kind('quote'),
});

const firsts = template<Told>({
  id: 'k13',
  ...kind('first'),
});

const mascots = template<Told>({
  id: 'k14',
  ...kind('mascot'),
});

/** The kinds of story, a template each: no two of a kind stand side by side in a round. */
export const toldByAStory: readonly Source[] = [
  careers,
  moments,
  goals,
  playerNicknames,
  transfers,
  awards,
  eagles,
  playersRecords,
  cards,
  shirts,
  missingLinks,
  quotes,
  firsts,
  mascots,
];
