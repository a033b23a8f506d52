import * as v from 'valibot';
import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import type { Row } from '../../generator/tables.ts';
import { type Source, template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';

type Story = Row<'told_questions'>;

const MARK = v.pipe(v.string(), v.regex(/^[123]$/, 'a mark from 1 to 3'), v.transform(Number));

/** The least sum of the three marks for a story that most know, and for one that many know. */
const KNOWN_TO_MOST = 8;
const KNOWN_TO_MANY = 6;

/**
 * The level of a story, by how well it is known in Nigeria. Three marks from 1 to 3 say how famous
 * its subject is, how recent it is and how often people tell it (game.md#knowability).
 */
function levelOf({ famous, recent, told }: Story): Level {
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
  }) satisfies Omit<Parameters<typeof template<Story>>[0], 'id'>;

const careers = template<Story>({
  id: 'k1',
  ...kind('career'),
});

const moments = template<Story>({
  id: 'k2',
  ...kind('moment'),
});

const goals = template<Story>({
  id: 'k3',
  ...kind('goal'),
});

const playerNicknames = template<Story>({
  id: 'k4',
  ...kind('nickname'),
});

const transfers = template<Story>({
  id: 'k5',
  ...kind('transfer'),
});

const awards = template<Story>({
  id: 'k6',
  ...kind('award'),
});

const eagles = template<Story>({
  id: 'k7',
  ...kind('eagles'),
});

const playersRecords = template<Story>({
  id: 'k8',
  ...kind('record'),
});

const cards = template<Story>({
  id: 'k9',
  ...kind('card'),
});

const shirts = template<Story>({
  id: 'k10',
  ...kind('shirt'),
});

const missingLinks = template<Story>({
  id: 'k11',
  ...kind('missing'),
});

const quotes = template<Story>({
  id: 'k12',
  ...kind('quote'),
});

const firsts = template<Story>({
  id: 'k13',
  ...kind('first'),
});

const mascots = template<Story>({
  id: 'k14',
  ...kind('mascot'),
});

/**
 * The kinds of story, one template each, so that no two of a kind are next to each other in a
 * round.
 */
export const stories: readonly Source[] = [
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
