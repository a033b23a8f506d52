import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { levelByYear } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Edition } from './editions-of.ts';
import {
  editionKey,
  editionName,
  editionRow,
  editions,
  editionsAround,
  tournamentName,
} from './editions-of.ts';
import { AFRICAN_CUP } from './matches-of.ts';

/** The countries that an edition was held in, without their old names. */
const hostsOf = (row: Edition): string[] => withoutBrackets(row.hosts).split(/, | & /);

const hosts = (row: Edition): string => andList(hostsOf(row).map(team));

/** The countries that held an edition of the tournament on their own, those of near years first. */
function soleHosts(row: Edition, facts: Facts): string[][] {
  return [10, 20, 40].map((span) =>
    editionsAround(facts, row, span)
      .map(hostsOf)
      .filter((countries) => countries.length === 1)
      .flat(),
  );
}

const hostSubject = (row: Edition): string => `hosts ${editionKey(row)}`;

const fact = (row: Edition): string => `${sentence(editionName(row))} was held in ${hosts(row)}.`;

/** Nobody remembers where Africa's first nine were held. */
const isKnownHost = (row: Edition): boolean =>
  row.competition !== AFRICAN_CUP || row.year >= '1976';

export const hostCountries = template<Edition>({
  id: 'n1',
  share: 15,
  rows: (facts) => editions(facts).filter((row) => hostsOf(row).length === 1 && isKnownHost(row)),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 1998, 1976),
  key: editionKey,
  from: editionRow,
  subject: hostSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Where was ${editionName(row)} held?`,
    (row) => `Which country hosted ${editionName(row)}?`,
    (row) => `Which country was the host of ${editionName(row)}?`,
  ],
  answer: (row) => hostsOf(row)[0] ?? '',
  wrong: soleHosts,
  fact,
});

/** The last host of those that shared an edition; the others are named. */
export const jointHosts = template<Edition>({
  id: 'n1-joint',
  share: 5,
  rows: (facts) => editions(facts).filter((row) => hostsOf(row).length > 1),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 1998, 1976),
  key: editionKey,
  from: editionRow,
  subject: hostSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Which country hosted ${editionName(row)} together with ${partners(row)}?`,
    (row) => `Together with ${partners(row)}, which country hosted ${editionName(row)}?`,
  ],
  answer: (row) => hostsOf(row).at(-1) ?? '',
  wrong: soleHosts,
  alsoRight: hostsOf,
  fact,
});

const partners = (row: Edition): string => andList(hostsOf(row).slice(0, -1).map(team));

/** The years of two tournaments in one country are both right. */
export const hostYears = template<Edition>({
  id: 'n1-year',
  share: 15,
  rows: (facts) =>
    editions(facts).filter(
      (row, _, all) => all.findLast((one) => sameHosts(one, row))?.year === row.year,
    ),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 1998, 1978),
  key: editionKey,
  from: editionRow,
  subject: hostSubject,
  phrasings: [
    (row) => `Which of these editions of ${tournamentName(row)} was held in ${hosts(row)}?`,
    (row) => `${sentence(hosts(row))} hosted which of these editions of ${tournamentName(row)}?`,
  ],
  answer: (row) => row.year,
  wrong: (row, facts) =>
    [8, 16].map((span) => editionsAround(facts, row, span).map((one) => one.year)),
  alsoRight: (row, facts) =>
    editions(facts)
      .filter(
        (one) =>
          one.competition === row.competition &&
          hostsOf(one).some((host) => hostsOf(row).includes(host)),
      )
      .map((one) => one.year),
  fact,
});

const sameHosts = (one: Edition, other: Edition): boolean =>
  one.competition === other.competition && hosts(one) === hosts(other);
