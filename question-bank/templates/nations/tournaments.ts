import { categoryOf } from '../../generator/competitions.ts';
import { levelByYear, within } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { isOfItsTime, team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { hash } from '../../text/hash.ts';
import type { Edition } from './editions-of.ts';
import { editionKey, editionName, editionRow, editions, editionsAround } from './editions-of.ts';

export const thirdPlaced = template<Edition>({
  id: 'n2',
  share: 15,
  rows: (facts) => editions(facts).filter((row) => row.third !== '' && row.fourth !== ''),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 2014, 1994),
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
    editionsAround(facts, row, 8)
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
    const near = lastFours(facts).filter(
      (one) => one.competition === row.competition && within(8, one.year, row.year),
    );
    return [near.flatMap((one) => one.four).filter((one) => isOfItsTime(one, row.year))];
  },
  alsoRight: (row) => row.four,
  fact: (row) => `The last four of ${editionName(row)} were ${andList(row.four.map(team))}.`,
});
