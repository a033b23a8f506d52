import { categoryOf, withoutBrackets } from '../names.ts';
import { nearNumbers } from '../near.ts';
import type { Level } from '../question.ts';
import { template } from '../template.ts';
import type { Club } from './clubs-of.ts';
import { clubKey, clubPools, echoes, known, leagueClubs } from './clubs-of.ts';

/** Other clubs of the league known by the same name, or with that name in theirs. */
const NICKNAME_SHARED: Readonly<Record<string, readonly string[]>> = {
  'The Reds': ['Nottingham Forest'],
  'The Whites': ['Fulham', 'Tottenham Hotspur'],
  'The Lilywhites': ['Fulham', 'Leeds United'],
  Blaugrana: ['Levante', 'Eibar'],
  'Los Blancos': ['Sevilla'],
  Rossoblù: ['Genoa', 'Cagliari'],
  Nerazzurri: ['Atalanta'],
  Giallorossi: ['Lecce'],
  Gialloblù: ['Parma', 'Chievo'],
};

/** Nicknames that hold the club's own name, or that two clubs of the league go by. */
const NICKNAMES_LEFT_OUT = ['Wolves', 'Boro', 'Die Roten', 'The Blues', 'The Latics'];

const CITY_LEFT_OUT = [
  'Wimbledon',
  'Hannover 96',
  'Sevilla',
  'FC Köln',
  'Mallorca',
  'Tenerife',
  'Nürnberg',
  'Lyon',
];

export const clubNicknames = template<Club>({
  id: 't17',
  share: 16,
  rows: (facts) =>
    facts.clubs.filter(
      (row) => row.nickname !== '' && !NICKNAMES_LEFT_OUT.includes(withoutBrackets(row.nickname)),
    ),
  category: (row) => categoryOf(row.league),
  level: (row): Level => {
    if (row.league === 'EPL') return known(row) ? 'easy' : 'medium';
    return known(row) ? 'medium' : 'hard';
  },
  key: clubKey,
  phrasings: [
    (row) => `Which club is nicknamed "${withoutBrackets(row.nickname)}"?`,
    (row) => `Which of these clubs is known as "${withoutBrackets(row.nickname)}"?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => clubPools(facts, row),
  alsoRight: (row, facts) => [
    ...(NICKNAME_SHARED[withoutBrackets(row.nickname)] ?? []),
    ...leagueClubs(facts, row)
      .filter((one) => withoutBrackets(one.nickname) === withoutBrackets(row.nickname))
      .map((one) => one.club),
  ],
  fact: (row) => `${row.club} are nicknamed ${row.nickname}.`,
});

export const clubCities = template<Club>({
  id: 't19',
  share: 12,
  rows: (facts) =>
    facts.clubs.filter(
      (row) =>
        !row.city.includes('(') && !CITY_LEFT_OUT.includes(row.club) && !echoes(row.club, row.city),
    ),
  category: (row) => categoryOf(row.league),
  level: (row): Level => (known(row) ? 'easy' : 'medium'),
  key: clubKey,
  phrasings: [
    (row) => `Which city is the home of ${row.club}?`,
    (row) => `In which city are ${row.club} based?`,
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
  phrasings: [
    (row) => `In which year was the club ${row.club} founded?`,
    (row) => `${row.club}: in which year was the club founded?`,
  ],
  answer: (row) => row.founded,
  wrong: (row) => [nearNumbers(Number(row.founded), 9, `t18 ${clubKey(row)}`, 1857)],
  fact: (row) => `${row.club} were founded in ${row.founded}.`,
});
