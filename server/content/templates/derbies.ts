import { categoryOf, leagueName } from '../names.ts';
import type { Level } from '../question.ts';
import { pick } from '../seeded.ts';
import type { Row } from '../tables.ts';
import { template } from '../template.ts';

type Derby = Row<'derbies'>;

/** Derbies that are asked, each with the other clubs of the region that a fan might name too. */
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

const short = (row: Derby): string => row.derby.replace(/ \(.*$/, '');
const asked = (row: Derby): string => pick([row.team_a, row.team_b], `t20 ${row.derby}`);
const rival = (row: Derby): string => (asked(row) === row.team_a ? row.team_b : row.team_a);

/** "the Merseyside derby", but "El Clásico" and "Der Klassiker" bring their own article. */
function named(row: Derby): string {
  return /^(El|Le|Der) /.test(row.derby) ? short(row) : `the ${short(row)}`;
}

export const derbyRivals = template<Derby>({
  id: 't20',
  share: 18,
  rows: (facts) => facts.derbies.filter((row) => NEIGHBOURS[row.derby] !== undefined),
  category: (row) => categoryOf(row.league),
  level: (row): Level =>
    /Mole|Sole|Rhine|Galician|M23|Nordderby|Choc/.test(row.derby) ? 'medium' : 'easy',
  key: (row) => `${row.league} ${short(row)}`,
  phrasings: [
    (row) => `Who are the opponents of ${asked(row)} in ${named(row)}?`,
    (row) => `Which club do ${asked(row)} meet in ${named(row)}?`,
  ],
  answer: rival,
  wrong: (row, facts) => {
    const champions = facts.club_titles.filter((one) => one.competition === row.league);
    const derbyClubs = facts.derbies
      .filter((one) => one.league === row.league)
      .flatMap((one) => [one.team_a, one.team_b]);
    return [derbyClubs, champions.map((one) => one.club)];
  },
  alsoRight: (row) => [asked(row), ...(NEIGHBOURS[row.derby] ?? [])],
  fact: (row) =>
    `${row.team_a} against ${row.team_b} is ${named(row)} of ${leagueName(row.league, '2024-25')}.`,
});
