import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { fold } from '../../text/fold.ts';
import { isKnownClub, isTopClub } from '../shared/famous.ts';

export type Club = Row<'clubs'>;

/** True for a famous club, whose questions are a level easier. */
export const known = (row: Club): boolean => isKnownClub(row.club);

/**
 * In England, easy for famous clubs and medium for others. Abroad, easy for the top clubs, medium
 * for other famous clubs and hard for the rest.
 */
export function clubLevel(row: Club): Level {
  if (row.league === 'EPL') return known(row) ? 'easy' : 'medium';
  if (isTopClub(row.league, row.club)) return 'easy';
  return known(row) ? 'medium' : 'hard';
}

/** The key of a club in an id. */
export const clubKey = (row: Club): string => `${row.league} ${row.club}`;

export const clubFrom = (row: Club): string => rowName('clubs', row);

/**
 * True when a name has the start of a word of the club's own name in it, which would make a
 * question too easy.
 */
export function echoes(club: string, name: string): boolean {
  const words = fold(club)
    .split(' ')
    .filter((word) => word.length >= 4);
  return words.some((word) => fold(name).includes(word.slice(0, 5)));
}

/** The clubs of the same league, including this one. */
export function leagueClubs(facts: Facts, row: Club): Club[] {
  return facts.clubs.filter((one) => one.league === row.league);
}

/** The league's clubs, the equally famous ones first. */
function clubPools(facts: Facts, row: Club): string[][] {
  const all = leagueClubs(facts, row);
  return [all.filter((one) => known(one) === known(row)), all].map((pool) =>
    pool.map((one) => one.club),
  );
}

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

/** Clubs whose names are those of their cities in another language. */
const NAMED_FOR_CITY = ['Roma', 'Napoli', 'Torino', 'Venezia', 'Salernitana'];

/** True for a club that can be asked for by its city. */
const isQuiet = (row: Club): boolean =>
  !CITY_LEFT_OUT.includes(row.club) &&
  !NAMED_FOR_CITY.includes(row.club) &&
  !echoes(row.club, row.city);

/** Asks for the club of a city. The club's name does not give the city away. */
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

/**
 * True for the one club of a city that is asked for. It is picked among the clubs that can be asked
 * for by their city.
 */
function firstOfCity(facts: Facts, row: Club): boolean {
  const quiet = clubsOfCity(facts, row).filter(isQuiet);
  return pick(quiet, `city ${row.city}`).club === row.club;
}

/**
 * Nicknames that other clubs of the league share or have in their own nickname, each with these
 * clubs.
 */
const NICKNAME_SHARED: Readonly<Record<string, readonly string[]>> = {
  'The Reds': ['Nottingham Forest', 'Manchester United', 'Arsenal', 'Barnsley'],
  'The Whites': ['Fulham', 'Tottenham Hotspur', 'Bolton Wanderers'],
  'The Lilywhites': ['Fulham', 'Leeds United'],
  'The Sky Blues': ['Manchester City'],
  'The Robins': ['Charlton Athletic'],
  Zebrette: ['Juventus'],
  Blaugrana: ['Levante', 'Eibar'],
  'Los Blancos': ['Sevilla', 'Valencia'],
  'Los Verdiblancos': ['Racing Santander'],
  Rossoblù: ['Genoa', 'Cagliari'],
  Nerazzurri: ['Atalanta'],
  Giallorossi: ['Lecce'],
  Gialloblù: ['Parma', 'Chievo'],
  'Die Grün-Weißen': ['Wolfsburg', 'Greuther Fürth', 'Borussia Mönchengladbach'],
  'Les Rouge et Noir': ['Nice', 'Guingamp'],
};

/** Nicknames that two clubs of the league share, or that have the club's own name in them. */
const LEFT_OUT = ['Wolves', 'Boro', 'Die Roten', 'The Blues', 'The Latics', 'Les Monégasques'];

/**
 * Nicknames from colours that many clubs wear. They are never wrong options, nor answers when the
 * question names the club.
 */
const COLOURS = ['The Reds', 'The Whites', 'The Lilywhites', 'The Sky Blues', 'Die Roten'];

/** Clubs abroad whose nicknames a fan of the league knows. */
const FAMILIAR = new Set([
  ...['Real Madrid', 'Barcelona', 'Atlético Madrid', 'Villarreal', 'Juventus', 'Inter Milan'],
  ...['AC Milan', 'Roma'],
]);

const nickname = (row: Club): string => withoutBrackets(row.nickname);

function nicknamed(facts: Facts): Club[] {
  return facts.clubs.filter(
    (row) =>
      row.nickname !== '' &&
      !LEFT_OUT.includes(nickname(row)) &&
      !echoes(row.club, nickname(row)) &&
      !echoes(row.city, nickname(row)),
  );
}

function levelOf(row: Club, isUnderstood: boolean): Level {
  if (row.league === 'EPL') return known(row) ? 'easy' : 'medium';
  if (FAMILIAR.has(row.club)) return 'easy';
  return known(row) && isUnderstood ? 'medium' : 'hard';
}

/** The meaning of the nickname of a club abroad, if the table has it. */
const meaning = (row: Club): string =>
  row.league === 'EPL' ? '' : (/\((The .*|Old Lady)\)/.exec(row.nickname)?.[1] ?? '');

/**
 * True for a nickname that many fans understand: an English one, or a Spanish one. Few fans read
 * German, Italian or French.
 */
const isPlain = (row: Club): boolean => row.league === 'LaLiga' || row.nickname.startsWith('The ');

const inFull = (row: Club): string =>
  meaning(row) === '' ? `"${nickname(row)}"` : `"${nickname(row)}" (${meaning(row)})`;

const subject = (row: Club): string => `nickname ${clubKey(row)}`;

export const clubNicknames = template<Club>({
  id: 't17',
  share: 15,
  rows: nicknamed,
  category: (row) => categoryOf(row.league),
  level: (row) => levelOf(row, isPlain(row) || meaning(row) !== ''),
  key: clubKey,
  from: clubFrom,
  subject,
  phrasings: [
    (row) => `Which club is nicknamed ${inFull(row)}?`,
    (row) => `Which of these clubs is known as ${inFull(row)}?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => clubPools(facts, row),
  alsoRight: (row, facts) => [
    ...(NICKNAME_SHARED[nickname(row)] ?? []),
    ...leagueClubs(facts, row)
      .filter((one) => nickname(one) === nickname(row))
      .map((one) => one.club),
  ],
  fact: (row) => `${row.club} are nicknamed ${row.nickname}.`,
});

export const nicknamesOfClubs = template<Club>({
  id: 't17-name',
  share: 12,
  rows: (facts) => nicknamed(facts).filter((row) => !COLOURS.includes(nickname(row))),
  category: (row) => categoryOf(row.league),
  level: (row) => levelOf(row, isPlain(row)),
  key: clubKey,
  from: clubFrom,
  subject,
  phrasings: [
    (row) => `What is the nickname of ${row.club}?`,
    (row) => `By which nickname are ${row.club} known?`,
  ],
  answer: nickname,
  wrong: (row, facts) => {
    const all = nicknamed(facts).filter(
      (one) => one.league === row.league && !COLOURS.includes(nickname(one)),
    );
    return [all.filter((one) => known(one) === known(row)), all].map((pool) => pool.map(nickname));
  },
  alsoRight: (row) =>
    Object.entries(NICKNAME_SHARED)
      .filter(([, clubs]) => clubs.includes(row.club))
      .map(([name]) => name),
  fact: (row) => `${row.club} are nicknamed ${row.nickname}.`,
});
