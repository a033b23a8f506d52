import { categoryOf } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Club } from './clubs-of.ts';
import { clubFrom, clubKey, clubLevel, clubPools, echoes, known, leagueClubs } from './clubs-of.ts';

const CITY_LEFT_OUT = [
  'Wimbledon',
  'Hannover 96',
  'Sevilla',
  'FC Köln',
  'Mallorca',
  'Tenerife',
  'Nürnberg',
  'Lyon',
  'Torino',
];

export const clubCities = template<Club>({
  id: 't19',
  share: 12,
  rows: (facts) =>
    facts.clubs.filter(
      (row) =>
        !row.city.includes('(') && !CITY_LEFT_OUT.includes(row.club) && !echoes(row.club, row.city),
    ),
  category: (row) => categoryOf(row.league),
  level: clubLevel,
  key: clubKey,
  from: clubFrom,
  subject: (row) => `city ${clubKey(row)}`,
  phrasings: [
    (row) => `Which town or city is the home of ${row.club}?`,
    (row) => `In which town or city are ${row.club} based?`,
  ],
  answer: (row) => row.city,
  wrong: (row, facts) => [
    leagueClubs(facts, row)
      .filter((one) => known(one) && !one.city.includes('('))
      .map((one) => one.city),
  ],
  fact: (row) => `${row.club} are based in ${row.city}.`,
});

export const clubsFounded = template<Club>({
  id: 't18',
  share: 10,
  rows: (facts) => facts.clubs.filter((row) => row.founded !== '' && row.club !== 'Elche'),
  category: (row) => categoryOf(row.league),
  level: () => 'hard',
  key: clubKey,
  from: clubFrom,
  phrasings: [
    (row) => `In which year was the club ${row.club} founded?`,
    (row) => `${row.club}: in which year was the club founded?`,
  ],
  answer: (row) => row.founded,
  wrong: (row) => [nearNumbers(Number(row.founded), 9, `t18 ${clubKey(row)}`, 1857)],
  fact: (row) => `${row.club} were founded in ${row.founded}.`,
});

/** Clubs whose names are their cities' in another tongue. */
const NAMED_FOR_CITY = ['Roma', 'Napoli', 'Torino', 'Venezia', 'Salernitana'];

/** True for a club that can be asked for by its city. */
const isQuiet = (row: Club): boolean =>
  !CITY_LEFT_OUT.includes(row.club) &&
  !NAMED_FOR_CITY.includes(row.club) &&
  !echoes(row.club, row.city);

/** Cities with one club of the league, whose name does not give the city away. */
export const cityClubs = template<Club>({
  id: 't19-club',
  share: 10,
  rows: (facts) =>
    facts.clubs.filter((row) => !row.city.includes('(') && isQuiet(row) && firstOfCity(facts, row)),
  category: (row) => categoryOf(row.league),
  level: clubLevel,
  key: clubKey,
  from: clubFrom,
  subject: (row) => `city ${clubKey(row)}`,
  phrasings: [
    (row) => `Which of these clubs is from ${row.city}?`,
    (row) => `Which of these clubs has its home in ${row.city}?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) =>
    clubPools(facts, row).map((pool) => pool.filter((club) => !echoes(row.city, club))),
  alsoRight: (row, facts) => clubsOfCity(facts, row).map((one) => one.club),
  fact: (row) => `${row.club} are from ${row.city}.`,
});

function clubsOfCity(facts: Facts, row: Club): Club[] {
  return leagueClubs(facts, row).filter((one) => one.city === row.city);
}

/** In a city of several clubs, one of those whose names do not say where they are from. */
function firstOfCity(facts: Facts, row: Club): boolean {
  const quiet = clubsOfCity(facts, row).filter(isQuiet);
  return pick(quiet, `city ${row.city}`).club === row.club;
}
