import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { levelByYear } from '../../generator/seasons.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import type { Final } from './finals-of.ts';
import {
  finalKey,
  finalName,
  finalRow,
  finalsAround,
  finalYear,
  isClubCup,
  realFinals,
} from './finals-of.ts';

/** A suburb and its city: either could be called right. */
const SUBURBS: readonly (readonly string[])[] = [
  ['Saint-Denis', 'Paris'],
  ['Radès', 'Tunis'],
  ['Solna', 'Stockholm'],
  ['Pasadena', 'Los Angeles'],
];

/** The city as fans name it: the finals of Saint-Denis were held in Paris. */
const cityOf = (row: Final): string =>
  row.city.startsWith('Saint-Denis') ? 'Paris' : withoutBrackets(row.city);

/** False for a ground that two cities call theirs: "New York/New Jersey". */
const hasOneCity = (row: Final): boolean => !row.city.includes('/');

const placeSubject = (row: Final): string => `place ${finalKey(row)}`;

export const finalCities = template<Final>({
  id: 'f4',
  share: 15,
  rows: (facts) => realFinals(facts).filter(hasOneCity),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => levelByYear(row.season, isClubCup(row) ? 2018 : 2010, 1998),
  key: finalKey,
  from: finalRow,
  subject: placeSubject,
  when: finalYear,
  phrasings: [
    (row) => `Which city hosted ${finalName(row)}?`,
    (row) => `In which city was ${finalName(row)} played?`,
  ],
  answer: cityOf,
  wrong: (row, facts) =>
    [10, 20, 40].map((span) => finalsAround(facts, row, span).filter(hasOneCity).map(cityOf)),
  alsoRight: (row) => SUBURBS.find((pair) => pair.some((one) => row.city.includes(one))) ?? [],
  fact: (row) => `${sentence(finalName(row))} was played in ${row.city}.`,
});

export const finalGrounds = template<Final>({
  id: 'f5',
  share: 12,
  rows: (facts) =>
    realFinals(facts).filter((row) => row.venue !== '' && !row.venue.includes(row.city)),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.season >= '2012' ? 'medium' : 'hard'),
  key: finalKey,
  from: finalRow,
  subject: placeSubject,
  when: finalYear,
  phrasings: [
    (row) => `At which stadium was ${finalName(row)} played?`,
    (row) => `Which stadium staged ${finalName(row)}?`,
  ],
  answer: (row) => withoutBrackets(row.venue),
  wrong: (row, facts) =>
    [8, 16, 40].map((span) =>
      finalsAround(facts, row, span)
        .filter((one) => one.venue !== '')
        .map((one) => withoutBrackets(one.venue)),
    ),
  fact: (row) => `${sentence(finalName(row))} was played at ${row.venue} in ${row.city}.`,
});
