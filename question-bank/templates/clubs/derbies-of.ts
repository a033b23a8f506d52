import { withoutBrackets } from '../../generator/cells.ts';
import type { Facts, Row } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import type { Level } from '../../question.ts';

export type Derby = Row<'derbies'>;

/** Derbies that are asked, each with the other clubs of the region that a fan might name too. */
export const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
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
export const shortName = (row: Derby): string => withoutBrackets(row.derby);

/** "the Merseyside derby", but "El Clásico" and "Der Klassiker" bring their own article. */
export function named(row: Derby): string {
  return /^(El|Le|Der) /.test(row.derby) ? shortName(row) : `the ${shortName(row)}`;
}

/** The derbies that are asked: the tables also list rivalries without a name. */
export function derbies(facts: Facts): Derby[] {
  return facts.derbies.filter((row) => NEIGHBOURS[row.derby] !== undefined);
}

export const derbyKey = (row: Derby): string => `${row.league} ${shortName(row)}`;
export const derbyFrom = (row: Derby): string => rowName('derbies', row);
export const derbySubject = (row: Derby): string => `derby ${derbyKey(row)}`;

/** Derbies that are famous outside their own region. */
const FAMOUS =
  /Manchester|Merseyside|North|West London|Clásico|Madrid|Seville|Barcelona|Madonnina|Italia|Capitale|Klassiker|Revier|Berlin|Munich|Le Classique/;

export function derbyLevel(row: Derby): Level {
  return FAMOUS.test(row.derby) ? 'easy' : 'medium';
}
