import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { echoes } from './clubs.ts';

type Derby = Row<'derbies'>;

/** The derbies that are asked about, each with other clubs of its region that a fan might name. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  'Manchester derby': [],
  'Merseyside derby': [],
  'North London derby': [],
  'North-West derby': ['Manchester City', 'Everton', 'Blackburn Rovers', 'Bolton Wanderers'],
  'Tyne-Wear derby': ['Middlesbrough'],
  'Second City derby': ['West Bromwich Albion', 'Wolverhampton Wanderers', 'Coventry City'],
  'M23 derby': [],
  'West London derby': ['Queens Park Rangers', 'Brentford'],
  'Black Country derby': ['Aston Villa', 'Birmingham City'],
  'El Clásico': [],
  'Madrid derby': ['Getafe', 'Leganés', 'Rayo Vallecano'],
  'Seville derby': [],
  'Barcelona derby': ['Girona'],
  'Basque derby': ['Alavés', 'Eibar', 'Osasuna'],
  'Galician derby': [],
  'Valencia derby': ['Villarreal', 'Elche'],
  'Derby della Madonnina (Milan derby)': ['Monza', 'Atalanta', 'Como'],
  "Derby d'Italia": ['AC Milan'],
  'Derby della Capitale (Rome derby)': [],
  'Derby della Mole (Turin derby)': [],
  'Derby della Lanterna (Genoa derby)': ['Spezia'],
  'Derby del Sole': ['Lazio'],
  'Verona derby': [],
  'Der Klassiker': ['Borussia Mönchengladbach', 'Hamburg'],
  Revierderby: ['VfL Bochum', 'MSV Duisburg'],
  Nordderby: ['Hannover 96', 'St. Pauli', 'Wolfsburg', 'Holstein Kiel', 'Hansa Rostock'],
  'Rhine derby': ['Bayer Leverkusen', 'Fortuna Düsseldorf'],
  'Hamburg derby': [],
  'Berlin derby': [],
  'Munich derby': [],
  'Le Classique': [],
  'Derby Rhône-Alpes': ['Clermont'],
  'Choc des Olympiques': [],
  'Derby du Nord': [],
  "Derby de la Côte d'Azur": ['Marseille'],
};

/** A derby without its second name in brackets. */
const shortName = (row: Derby): string => withoutBrackets(row.derby);

/**
 * A derby as a sentence names it: "the Merseyside derby", but "El Clásico", which has its own
 * article.
 */
function named(row: Derby): string {
  return /^(El|Le|Der) /.test(row.derby) ? shortName(row) : `the ${shortName(row)}`;
}

/** The derbies that are asked about. The table also lists rivalries without a name. */
function derbies(facts: Facts): Derby[] {
  return facts.derbies.filter((row) => NEIGHBOURS[row.derby] !== undefined);
}

const derbyKey = (row: Derby): string => `${row.league} ${shortName(row)}`;
const derbyFrom = (row: Derby): string => rowName('derbies', row);
const derbySubject = (row: Derby): string => `derby ${derbyKey(row)}`;

/** Derbies that are famous outside their region. */
const FAMOUS =
  /Manchester|Merseyside|North|West London|Clásico|Madrid|Seville|Barcelona|Madonnina|Italia|Capitale|Klassiker|Revier|Berlin|Munich|Le Classique/;

function derbyLevel(row: Derby): Level {
  return FAMOUS.test(row.derby) ? 'easy' : 'medium';
}

/** A derby as one of its clubs sees it. */
type Side = { row: Derby; club: string; rival: string; key: string };

/** Both sides of each derby. The key of one side is the derby's own key. */
function sides(facts: Facts): Side[] {
  return derbies(facts)
    .filter(isQuiet)
    .flatMap((row) => {
      const club = pick([row.team_a, row.team_b], `t20 ${row.derby}`);
      const rival = club === row.team_a ? row.team_b : row.team_a;
      const key = derbyKey(row);
      return [
        { row, club, rival, key },
        { row, club: rival, rival: club, key: `${key} 2` },
      ];
    });
}

/**
 * True for a derby whose name gives neither club away. No question asks for the clubs of the
 * "Madrid derby", for example.
 */
const isQuiet = (row: Derby): boolean =>
  !echoes(row.team_a, shortName(row)) && !echoes(row.team_b, shortName(row));

const stated = (row: Derby): string =>
  `The match between ${row.team_a} and ${row.team_b} is known as ${named(row)}.`;

export const derbyRivals = template<Side>({
  id: 't20',
  share: 15,
  rows: sides,
  category: ({ row }) => categoryOf(row.league),
  level: ({ row }) => derbyLevel(row),
  key: ({ key }) => key,
  from: ({ row }) => derbyFrom(row),
  subject: ({ row }) => derbySubject(row),
  phrasings: [
    ({ row, club }) => `Who are the opponents of ${club} in ${named(row)}?`,
    ({ row, club }) => `Which club do ${club} play in ${named(row)}?`,
  ],
  answer: ({ rival }) => rival,
  wrong: ({ row }, facts) => {
    const champions = facts.club_titles.filter((one) => one.competition === row.league);
    const derbyClubs = facts.derbies
      .filter((one) => one.league === row.league)
      .flatMap((one) => [one.team_a, one.team_b]);
    return [derbyClubs, champions.map((one) => one.club)];
  },
  alsoRight: ({ row, club }) => [club, ...(NEIGHBOURS[row.derby] ?? [])],
  fact: ({ row }) => stated(row),
});

export const derbyNames = template<Derby>({
  id: 't20-name',
  share: 8,
  rows: (facts) => derbies(facts).filter(isQuiet),
  category: (row) => categoryOf(row.league),
  level: derbyLevel,
  key: derbyKey,
  from: derbyFrom,
  subject: derbySubject,
  phrasings: [
    (row) => `What is the match between ${row.team_a} and ${row.team_b} called?`,
    (row) => `By which name is ${row.team_a} against ${row.team_b} known?`,
  ],
  answer: (row) => shortName(row),
  wrong: (row, facts) => [
    derbies(facts)
      .filter((one) => one.league === row.league)
      .map(shortName),
  ],
  fact: stated,
});

const matchOf = (row: Derby): string => `${row.team_a} v ${row.team_b}`;

export const derbyPairs = template<Derby>({
  id: 't20-pair',
  share: 8,
  rows: (facts) => derbies(facts).filter(isQuiet),
  category: (row) => categoryOf(row.league),
  level: derbyLevel,
  key: derbyKey,
  from: derbyFrom,
  subject: derbySubject,
  phrasings: [
    (row) => `Which match is known as ${named(row)}?`,
    (row) => `Which two clubs meet in ${named(row)}?`,
  ],
  answer: matchOf,
  wrong: (row, facts) => [
    facts.derbies
      .filter((one) => one.league === row.league)
      .filter((one) => !isNear(row, one.team_a) || !isNear(row, one.team_b))
      .map(matchOf),
  ],
  fact: stated,
});

/** True for a club of the derby, or for a club so near that fans might name it. */
function isNear(row: Derby, club: string): boolean {
  return [row.team_a, row.team_b, ...(NEIGHBOURS[row.derby] ?? [])].includes(club);
}
