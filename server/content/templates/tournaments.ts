import {
  categoryOf,
  isOfItsTime,
  levelByYear,
  sentence,
  team,
  within,
  withoutBrackets,
} from '../names.ts';
import type { Level } from '../question.ts';
import { hash } from '../seeded.ts';
import type { Facts } from '../tables.ts';
import { template } from '../template.ts';
import type { Edition } from './editions-of.ts';
import { editionKey, editionName, editionRow, editions, tournamentName } from './editions-of.ts';
import { andList } from './finals-of.ts';

function around(facts: Facts, row: Edition, span: number): Edition[] {
  return editions(facts).filter(
    (one) => one.competition === row.competition && within(span, one.year, row.year),
  );
}

/** Hosts as an option: "Ghana & Nigeria", and one host without its old name. */
const hosts = (row: Edition): string => withoutBrackets(row.hosts);

const hostSubject = (row: Edition): string => `hosts ${editionKey(row)}`;

export const hostCountries = template<Edition>({
  id: 'n1',
  share: 15,
  rows: editions,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 1998, 1976),
  key: editionKey,
  from: editionRow,
  subject: hostSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Where was ${editionName(row)} held?`,
    (row) => `Which country or countries hosted ${editionName(row)}?`,
    (row) => `Who were the hosts of ${editionName(row)}?`,
  ],
  answer: hosts,
  wrong: (row, facts) => [10, 20, 40].map((span) => around(facts, row, span).map(hosts)),
  fact: (row) => `${sentence(editionName(row))} was held in ${team(row.hosts)}.`,
});

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
    (row) => `Which of these editions of ${tournamentName(row)} was held in ${team(hosts(row))}?`,
    (row) =>
      `${sentence(team(hosts(row)))} hosted which of these editions of ${tournamentName(row)}?`,
  ],
  answer: (row) => row.year,
  wrong: (row, facts) => [8, 16].map((span) => around(facts, row, span).map((one) => one.year)),
  alsoRight: (row, facts) =>
    editions(facts)
      .filter((one) => one.competition === row.competition && one.hosts.includes(hosts(row)))
      .map((one) => one.year),
  fact: (row) => `${sentence(editionName(row))} was held in ${team(row.hosts)}.`,
});

const sameHosts = (one: Edition, other: Edition): boolean =>
  one.competition === other.competition && hosts(one) === hosts(other);

export const thirdPlaced = template<Edition>({
  id: 'n2',
  share: 15,
  rows: (facts) => editions(facts).filter((row) => row.third !== '' && row.fourth !== ''),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 2018, 1994),
  key: editionKey,
  from: editionRow,
  when: (row) => row.year,
  subject: (row) => `edition ${editionKey(row)}`,
  phrasings: [
    (row) => `Which team finished third at ${editionName(row)}?`,
    (row) => `Who took third place at ${editionName(row)}?`,
  ],
  answer: (row) => row.third,
  wrong: (row, facts) => [
    [row.winner, row.runner_up, row.fourth],
    around(facts, row, 8)
      .flatMap((one) => [one.third, one.fourth])
      .filter((one) => one !== '' && isOfItsTime(one, row.year)),
  ],
  fact: (row) => `${sentence(team(row.third))} finished third at ${editionName(row)}.`,
});

/** How many teams tournaments have had, and numbers between, in order. */
const WORLD_SIZES = ['12', '13', '15', '16', '20', '24', '32', '40', '48'];
const AFRICAN_SIZES = ['3', '4', '6', '8', '10', '12', '15', '16', '20', '24', '32'];

export const teamCounts = template<Edition>({
  id: 'n3',
  share: 10,
  rows: editions,
  category: (row) => categoryOf(row.competition),
  level: (row): Level =>
    categoryOf(row.competition) === 'fifa-world-cup' && row.year >= '1998' ? 'medium' : 'hard',
  key: editionKey,
  from: editionRow,
  when: (row) => row.year,
  phrasings: [
    (row) => `How many teams played at ${editionName(row)}?`,
    (row) => `How many teams took part in ${editionName(row)}?`,
  ],
  answer: (row) => row.teams,
  wrong: (row) => {
    const sizes = categoryOf(row.competition) === 'fifa-world-cup' ? WORLD_SIZES : AFRICAN_SIZES;
    const index = sizes.indexOf(row.teams);
    return [2, 4].map((span) => sizes.filter((_, at) => Math.abs(at - index) <= span));
  },
  fact: (row) => `${row.teams} teams played at ${editionName(row)}.`,
});

type Four = { edition: Edition; competition: string; year: string; four: string[]; one: string };

function lastFours(facts: Facts): Four[] {
  return editions(facts).flatMap((row) => {
    const teams = [row.winner, row.runner_up, row.third, row.fourth].filter((one) => one !== '');
    const one = [row.third, row.fourth][hash(editionKey(row)) % 2] ?? '';
    const { competition, year } = row;
    return teams.length < 4 || one === ''
      ? []
      : [{ edition: row, competition, year, four: teams, one }];
  });
}

export const lastFour = template<Four>({
  id: 'n8',
  share: 15,
  rows: lastFours,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 2014, 1994),
  key: editionKey,
  from: (row) => editionRow(row.edition),
  when: (row) => row.year,
  subject: (row) => `edition ${editionKey(row)}`,
  phrasings: [
    (row) => `Which of these teams was among the last four of ${editionName(row)}?`,
    (row) => `Which of these teams came in the top four of ${editionName(row)}?`,
  ],
  answer: (row) => row.one,
  wrong: (row, facts) => {
    const year = Number(row.year);
    const near = lastFours(facts).filter(
      (one) => one.competition === row.competition && Math.abs(Number(one.year) - year) <= 8,
    );
    return [near.flatMap((one) => one.four).filter((one) => isOfItsTime(one, row.year))];
  },
  alsoRight: (row) => row.four,
  fact: (row) => `The last four of ${editionName(row)} were ${andList(row.four.map(team))}.`,
});
