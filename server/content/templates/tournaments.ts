import {
  categoryOf,
  isOfItsTime,
  levelByYear,
  sentence,
  team,
  within,
  withoutBrackets,
} from '../names.ts';
import { nearNumbers } from '../near.ts';
import type { Level } from '../question.ts';
import { hash } from '../seeded.ts';
import type { Facts } from '../tables.ts';
import { template } from '../template.ts';
import type { Edition } from './editions-of.ts';
import { editionKey, editionName, editions } from './editions-of.ts';

function around(facts: Facts, row: Edition, span: number): Edition[] {
  return editions(facts).filter(
    (one) => one.competition === row.competition && within(span, one.year, row.year),
  );
}

/** Hosts as an option: "Ghana & Nigeria", and one host without its old name. */
const hosts = (row: Edition): string => withoutBrackets(row.hosts);

export const hostCountries = template<Edition>({
  id: 'n1',
  share: 22,
  rows: editions,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 1998, 1976),
  key: editionKey,
  phrasings: [
    (row) => `Where was ${editionName(row)} held?`,
    (row) => `Which country or countries hosted ${editionName(row)}?`,
    (row) => `Who were the hosts of ${editionName(row)}?`,
  ],
  answer: hosts,
  wrong: (row, facts) => [10, 20, 40].map((span) => around(facts, row, span).map(hosts)),
  fact: (row) => `${sentence(editionName(row))} was held in ${team(row.hosts)}.`,
});

export const thirdPlaced = template<Edition>({
  id: 'n2',
  share: 18,
  rows: (facts) => editions(facts).filter((row) => row.third !== '' && row.fourth !== ''),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 9999, 1998),
  key: editionKey,
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

export const teamCounts = template<Edition>({
  id: 'n3',
  share: 10,
  rows: editions,
  category: (row) => categoryOf(row.competition),
  level: (row): Level =>
    categoryOf(row.competition) === 'fifa-world-cup' && row.year >= '1998' ? 'medium' : 'hard',
  key: editionKey,
  phrasings: [
    (row) => `How many teams played at ${editionName(row)}?`,
    (row) => `How many teams took part in ${editionName(row)}?`,
  ],
  answer: (row) => row.teams,
  wrong: (row) => {
    const usual = ['4', '6', '8', '12', '13', '15', '16', '20', '24', '32', '36', '48'];
    const near = usual.filter((one) => Math.abs(Number(one) - Number(row.teams)) <= 24);
    return [near, nearNumbers(Number(row.teams), 2, editionKey(row), 2)];
  },
  fact: (row) => `${row.teams} teams played at ${editionName(row)}.`,
});

type Four = { competition: string; year: string; teams: string[]; one: string };

function lastFours(facts: Facts): Four[] {
  return editions(facts).flatMap((row) => {
    const teams = [row.winner, row.runner_up, row.third, row.fourth].filter((one) => one !== '');
    const one = [row.third, row.fourth][hash(editionKey(row)) % 2] ?? '';
    return teams.length < 4 || one === '' ? [] : [{ ...row, teams, one }];
  });
}

export const lastFour = template<Four>({
  id: 'n8',
  share: 16,
  rows: lastFours,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 9999, 1994),
  key: editionKey,
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
    return [near.flatMap((one) => one.teams).filter((one) => isOfItsTime(one, row.year))];
  },
  alsoRight: (row) => row.teams,
  fact: (row) =>
    `The last four of ${editionName(row)} were ${row.teams.slice(0, 3).join(', ')} and ${row.teams[3] ?? ''}.`,
});
