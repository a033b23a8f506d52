import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import type { Facts } from '../../generator/tables.ts';
import { type Template, template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { type Club, clubFrom, clubKey, clubLevel, echoes, known, leagueClubs } from './clubs.ts';

/**
 * Clubs whose ground is not asked about. The club has left the ground or may leave it, its name is
 * in the ground's name, or broadcasts call the ground by another name.
 */
const GROUNDS_LEFT_OUT = [
  ...['Real Zaragoza', 'Brescia', 'Rayo Vallecano', 'Borussia Mönchengladbach', 'Holstein Kiel'],
  ...['RB Leipzig', 'Ajaccio', 'Bordeaux', 'Chievo', 'Reims', 'Nancy', 'Elche'],
  ...['Heidenheim', 'Brighton & Hove Albion', 'Bournemouth'],
];

function withGround(facts: Facts): Club[] {
  return facts.clubs.filter(
    (row) =>
      row.stadium !== '' && !GROUNDS_LEFT_OUT.includes(row.club) && !echoes(row.club, row.stadium),
  );
}

/**
 * Grounds abroad that television has made famous. The grounds of other big clubs may be known to
 * their own fans alone.
 */
const FAMOUS_GROUNDS = [
  ...['Santiago Bernabéu', 'Camp Nou', 'Metropolitano', 'Mestalla', 'San Mamés', 'San Siro'],
  ...['Stadio Olimpico', 'Stadio Diego Armando Maradona', 'Allianz Arena', 'Westfalenstadion'],
  ...['Parc des Princes', 'Stade Vélodrome'],
];

function groundLevel(row: Club): Level {
  if (row.league === 'EPL') return clubLevel(row);
  if (FAMOUS_GROUNDS.includes(withoutBrackets(row.stadium))) return 'easy';
  return known(row) ? 'medium' : 'hard';
}

/**
 * The league's other grounds, the equally well known first. A famous ground is only a wrong option
 * for another famous ground.
 */
function groundPools(facts: Facts, row: Club): Club[][] {
  const level = groundLevel(row);
  const all = withGround(facts).filter(
    (one) => one.league === row.league && one.stadium !== row.stadium,
  );
  return [
    all.filter((one) => groundLevel(one) === level),
    all.filter((one) => level === 'easy' || groundLevel(one) !== 'easy'),
  ];
}

/** The subject that all questions about a ground share, so that a round has only one of them. */
const subject = (row: Club): string => `ground ${clubKey(row)}`;

/** Fields that all questions about a ground share. */
const ofGround = {
  category: (row) => categoryOf(row.league),
  level: groundLevel,
  key: clubKey,
  from: clubFrom,
  subject,
  canChange: () => true,
} satisfies Partial<Template<Club>>;

export const groundClubs = template<Club>({
  id: 't16-club',
  share: 14,
  ...ofGround,
  rows: (facts) =>
    withGround(facts).filter(
      (row) => leagueClubs(facts, row).filter((one) => one.stadium === row.stadium).length === 1,
    ),
  phrasings: [
    (row) => `Which club plays its home matches at ${theGround(withoutBrackets(row.stadium))}?`,
    (row) =>
      `${sentence(theGround(withoutBrackets(row.stadium)))} is the home ground of which club?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => groundPools(facts, row).map((pool) => pool.map((one) => one.club)),
  fact: (row) => `${row.club} play at ${theGround(withoutBrackets(row.stadium))}.`,
});

export const clubGrounds = template<Club>({
  id: 't16-ground',
  share: 14,
  ...ofGround,
  rows: withGround,
  phrasings: [
    (row) => `What is the home ground of ${row.club}?`,
    (row) => `At which stadium do ${row.club} play their home matches?`,
  ],
  answer: (row) => withoutBrackets(row.stadium),
  wrong: (row, facts) =>
    groundPools(facts, row).map((pool) => pool.map((one) => withoutBrackets(one.stadium))),
  fact: (row) => `${row.club} play at ${theGround(withoutBrackets(row.stadium))}.`,
});

/**
 * Clubs whose ground is outside the city that the club is named after, or says in its name where it
 * is.
 */
const CITY_OF_GROUND_LEFT_OUT = [
  'Hoffenheim',
  'Toulouse',
  'Hertha Berlin',
  'Tenerife',
  'Las Palmas',
];

export const groundCities = template<Club>({
  id: 't16-city',
  share: 10,
  ...ofGround,
  rows: (facts) =>
    withGround(facts).filter(
      (row) =>
        !row.city.includes('(') &&
        !CITY_OF_GROUND_LEFT_OUT.includes(row.club) &&
        !echoes(row.city, row.stadium) &&
        firstAtGround(facts, row),
    ),
  phrasings: [
    (row) => `In which town or city is ${theStadium(withoutBrackets(row.stadium))}?`,
    (row) =>
      `${sentence(theGround(withoutBrackets(row.stadium)))} is a ground in which town or city?`,
  ],
  answer: (row) => row.city,
  wrong: (row, facts) => {
    const all = leagueClubs(facts, row).filter((one) => !one.city.includes('('));
    return [all.filter((one) => known(one) === known(row)), all].map((pool) =>
      pool.map((one) => one.city),
    );
  },
  fact: (row) => `${sentence(theGround(withoutBrackets(row.stadium)))} is in ${row.city}.`,
});

/** True for the first of the clubs that share a ground, so that the ground is asked about once. */
function firstAtGround(facts: Facts, row: Club): boolean {
  return leagueClubs(facts, row).find((one) => one.stadium === row.stadium)?.club === row.club;
}

const NAMES_WITH_ARTICLE =
  /^(Emirates|Etihad|Amex|City Ground|Stadium of|London Stadium|King Power|Allianz|Volkswagen|Tottenham|Parc des|Stade|Stadio |Bay|Veltins|Gtech|Vitality|Riverside|Johan|Weser|Volkspark|Olympia|Neckar|Waldst|Westf|Hill Dick|Groupama|MHP|RCDE|Metropolitano|Santiago|Camp Nou|Unipol|Gewiss|Mapei|Nuevo|Mewa|WWK|PreZero|Europa|Voith|Millerntor|Rhein|Ruhr|Ostsee|Wildpark|Fritz|Max-|Estadio|Coliseum|Roazhon|Benito|Ramón|Ennio|Luigi|Marcantonio|Carlo|Renzo|Pier|Mario|Giuseppe|Giovanni|Alberto|José|Martínez|Heliodoro|Ciutat|County|Schüco)/;

/** A ground as a sentence names it: "the Emirates Stadium", "Anfield". */
function theGround(name: string): string {
  return NAMES_WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/**
 * A ground as a sentence names it if no word before says that it is a ground: "the stadium Alberto
 * Picco".
 */
function theStadium(name: string): string {
  return /stad|arena|par[ck]|ground/i.test(name) ? theGround(name) : `the stadium ${name}`;
}
