import { categoryOf } from '../../generator/competitions.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import type { Edition } from '../nations/editions-of.ts';
import { editionRow } from '../nations/editions-of.ts';
import { AFRICAN_CUP, WORLD_CUP } from '../nations/matches-of.ts';
import { yearsPlayed } from './nigeria-of.ts';

/** Times in which Nigeria missed some tournaments and played at three or more. */
const TIMES = [
  { competition: WORLD_CUP, cups: 'World Cups of this century', first: '2001', last: '2026' },
  { competition: AFRICAN_CUP, cups: 'Africa Cups of the 1990s', first: '1990', last: '1999' },
  { competition: AFRICAN_CUP, cups: 'Africa Cups of the 2010s', first: '2010', last: '2019' },
];

type Missed = { cups: string; edition: Edition; missed: string[]; played: string[] };

/** One tournament of each time: a second one would be asked in the same words. */
function missedCups(facts: Facts): Missed[] {
  return TIMES.flatMap(({ competition, cups, first, last }) => {
    const isOfThen = (year: string): boolean => year >= first && year <= last;
    const played = yearsPlayed(facts, competition).filter(isOfThen);
    const others = facts.tournament_hosts.filter(
      (row) => row.competition === competition && isOfThen(row.year) && !played.includes(row.year),
    );
    return others.length === 0
      ? []
      : [{ cups, edition: pick(others, cups), missed: others.map(({ year }) => year), played }];
  });
}

/** Tournaments that Nigeria missed, as the odd one out among those it played in. */
export const nigeriaMissed = template<Missed>({
  id: 'n12-missed',
  share: 6,
  rows: missedCups,
  category: ({ edition }) => categoryOf(edition.competition),
  level: ({ edition }): Level => (edition.year >= '2006' ? 'easy' : 'medium'),
  key: ({ cups }) => cups,
  from: ({ edition }) => editionRow(edition),
  phrasings: [
    ({ cups }) => `Which of these ${cups} did Nigeria not play in?`,
    ({ cups }) => `Nigeria was missing from which of these ${cups}?`,
  ],
  answer: ({ edition }) => edition.year,
  wrong: ({ played }) => [played],
  fact: ({ cups, missed }) =>
    `Nigeria missed the ${cups.replace(/ of .*/, '')} of ${andList(missed)}.`,
});
