import { list, withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear, levelByYear, within } from '../../generator/seasons.ts';
import { type Facts, rowName } from '../../generator/tables.ts';
import { isOfItsTime, team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { hash } from '../../text/hash.ts';
import { finalYear, isAfrican, isClubCup } from '../finals/finals.ts';
import {
  AFRICAN_CUP,
  type Edition,
  editionKey,
  editionName,
  editionRow,
  editions,
  editionsAround,
  tournamentName,
} from './facts.ts';
import { isClaimant } from './teams.ts';

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

/** The numbers of teams that tournaments have had, and numbers between, in order. */
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

type Winner = { competition: string; name: string; years: string[]; from: string };

/**
 * Clubs and teams with more than one title. Germany are left out, because they won their first
 * title as West Germany.
 */
function winners(facts: Facts): Winner[] {
  const clubs = facts.club_titles
    .filter((row) => row.competition === 'UCL')
    .map((row) => ({
      competition: row.competition,
      name: row.club,
      years: list(row.seasons).map((season) => String(endYear(season))),
      from: rowName('club_titles', row),
    }));
  const teams = facts.national_team_records
    .filter((row) => row.team !== 'Germany' && !isClaimant(row))
    .map((row) => ({
      competition: row.competition,
      name: row.team,
      years: list(row.title_years),
      from: rowName('national_team_records', row),
    }));
  return [...clubs, ...teams].filter((row) => row.years.length > 1);
}

const key = (row: Winner): string => `${categoryOf(row.competition)} ${row.name}`;

/** Every edition's year. The years nearest to the given year come first. */
function editionYears(facts: Facts, row: Winner, year: string): string[][] {
  const years = facts.cup_finals
    .filter((one) => categoryOf(one.competition) === categoryOf(row.competition))
    .map(finalYear);
  return [4, 8, 16].map((span) => years.filter((one) => within(span, one, year)));
}

/** The cup under its name of that year. */
function cup(row: Winner, year: string): string {
  if (isClubCup(row)) return year < '1993' ? 'European Cup' : 'Champions League';
  return isAfrican(row) ? 'Africa Cup of Nations' : 'World Cup';
}

const upTo = (row: Winner): string => (isAfrican(row) ? '2023' : '2026');

function fact(row: Winner): string {
  const name = isClubCup(row) ? 'European Cup or Champions League' : cup(row, '');
  return `Up to ${upTo(row)}, ${team(row.name)} won the ${name} in ${andList(row.years)}.`;
}

const first = (row: Winner): string => row.years[0] ?? '';
const last = (row: Winner): string => row.years.at(-1) ?? '';

export const firstTitles = template<Winner>({
  id: 'n30-first',
  share: 10,
  rows: winners,
  category: (row) => categoryOf(row.competition),
  level: (row) => (row.name === 'Nigeria' ? 'easy' : levelByYear(first(row), 1996, 1978)),
  key,
  from: (row) => row.from,
  subject: (row) => `titles ${key(row)}`,
  phrasings: [
    (row) => `Which was the first ${cup(row, first(row))} that ${team(row.name)} won?`,
    (row) =>
      `${sentence(team(row.name))} won the ${cup(row, first(row))} for the first time in which year?`,
  ],
  answer: first,
  wrong: (row, facts) => editionYears(facts, row, first(row)),
  fact,
});

/** Only clubs are asked about, because `championsYears` asks for the years of national teams. */
export const lastTitles = template<Winner>({
  id: 'n30-last',
  share: 10,
  rows: (facts) => winners(facts).filter(isClubCup),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(last(row), 2003, 1986),
  key,
  from: (row) => row.from,
  subject: (row) => `titles ${key(row)}`,
  phrasings: [
    (row) =>
      `Up to ${upTo(row)}, in which year did ${row.name} last win the ${cup(row, last(row))}?`,
    (row) =>
      `In which year did ${row.name} win their last ${cup(row, last(row))} up to ${upTo(row)}?`,
  ],
  answer: last,
  wrong: (row, facts) => editionYears(facts, row, last(row)),
  fact,
});

/** The countries that an edition was held in, without their old names. */
const hostsOf = (row: Edition): string[] => withoutBrackets(row.hosts).split(/, | & /);

const hosts = (row: Edition): string => andList(hostsOf(row).map(team));

/** The countries that hosted an edition of the tournament alone. Hosts of near years come first. */
function soleHosts(row: Edition, facts: Facts): string[][] {
  return [10, 20, 40].map((span) =>
    editionsAround(facts, row, span)
      .map(hostsOf)
      .filter((countries) => countries.length === 1)
      .flat(),
  );
}

const hostSubject = (row: Edition): string => `hosts ${editionKey(row)}`;

const hostFact = (row: Edition): string =>
  `${sentence(editionName(row))} was held in ${hosts(row)}.`;

/** False for Africa's first nine editions, whose hosts nobody remembers. */
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
  fact: hostFact,
});

/** Asks for the last of the hosts that shared an edition. The question names the others. */
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
  fact: hostFact,
});

const partners = (row: Edition): string => andList(hostsOf(row).slice(0, -1).map(team));

/** If one country hosted two of the tournaments, both years are right. */
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
  fact: hostFact,
});

const sameHosts = (one: Edition, other: Edition): boolean =>
  one.competition === other.competition && hosts(one) === hosts(other);
