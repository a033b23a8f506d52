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
  isAfrican,
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

/** Cities of club finals before 1992 are forgotten, but for that of the Heysel disaster. */
const isCityKnown = (row: Final): boolean =>
  !isClubCup(row) || row.season >= '1991' || finalYear(row) === '1985';

/** Told of more than others of their age: Wembley, the Azteca, Nigeria's first title at home. */
const CITIES_TOLD = ['world-cup 1966', 'world-cup 1970', 'african-cup-of-nations 1980'];

function cityLevel(row: Final): Level {
  if (CITIES_TOLD.includes(finalKey(row))) return 'medium';
  if (isClubCup(row)) return levelByYear(row.season, 2018, 1998);
  return levelByYear(row.season, 2010, isAfrican(row) ? 1998 : 1978);
}

/** Grounds whose finals are remembered however old they are. */
const GREAT_GROUNDS = /Wembley|Bernabéu|Maracanã|Azteca/;

/** Finals between clubs before 2012 whose ground went down in history with them. */
const GROUNDS_REMEMBERED = ['1999', '2005', '2008', '2011'];

const isGroundRemembered = (row: Final): boolean =>
  isClubCup(row) && GROUNDS_REMEMBERED.includes(finalYear(row));

const placeSubject = (row: Final): string => `place ${finalKey(row)}`;

export const finalCities = template<Final>({
  id: 'f4',
  share: 15,
  rows: (facts) => realFinals(facts).filter((row) => hasOneCity(row) && isCityKnown(row)),
  category: (row) => categoryOf(row.competition),
  level: cityLevel,
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
    realFinals(facts)
      .filter((row) => row.venue !== '' && !row.venue.includes(row.city))
      .filter((row) => finalYear(row) >= '1990' || GREAT_GROUNDS.test(row.venue)),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.season >= '2012' || isGroundRemembered(row) ? 'medium' : 'hard'),
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
