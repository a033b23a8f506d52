import { fold } from './fold.ts';
import type { CategoryId, Level } from './question.ts';

const LEAGUES: Readonly<Record<string, { category: CategoryId; name: string }>> = {
  EPL: { category: 'english-premier-league', name: 'the Premier League' },
  LaLiga: { category: 'la-liga', name: 'La Liga' },
  Bundesliga: { category: 'bundesliga', name: 'the Bundesliga' },
  SerieA: { category: 'serie-a', name: 'Serie A' },
  Ligue1: { category: 'ligue-1', name: 'Ligue 1' },
};

const CUPS: Readonly<Record<string, CategoryId>> = {
  UCL: 'uefa-champions-league',
  'European Cup': 'uefa-champions-league',
  'UEFA Champions League': 'uefa-champions-league',
  'European Cup/UEFA Champions League': 'uefa-champions-league',
  WC: 'fifa-world-cup',
  'WORLD CUP': 'fifa-world-cup',
  'FIFA World Cup': 'fifa-world-cup',
  AFCON: 'african-cup-of-nations',
  'African Cup of Nations': 'african-cup-of-nations',
};

/** The category of a league or cup as the tables name it; throws for one they do not know. */
export function categoryOf(competition: string): CategoryId {
  const category = LEAGUES[competition]?.category ?? CUPS[competition];
  if (category === undefined) throw new Error(`no category for ${competition}`);
  return category;
}

export function isLeague(competition: string): boolean {
  return LEAGUES[competition] !== undefined;
}

/** A league as a sentence names it. Ligue 1 was called Division 1 until 2002. */
export function leagueName(league: string, season: string): string {
  if (league === 'Ligue1' && endYear(season) <= 2002) return 'the French first division';
  return LEAGUES[league]?.name ?? league;
}

/** 2004 for 2003-04, 2000 for 1999-00, 2010 for 2010. */
export function endYear(season: string): number {
  const [start = '', end] = season.split('-');
  return end === undefined ? Number(start) : Number(start) + 1;
}

const SEASONS_WITHOUT_CHAMPION = ['SerieA 2004-05', 'SerieA 2005-06', 'Ligue1 1992-93'];

/** True for a season whose title was taken away: nothing about its places is asked. */
export function isTainted(league: string, season: string): boolean {
  return SEASONS_WITHOUT_CHAMPION.includes(`${league} ${season}`);
}

const TEAMS_WITH_ARTICLE =
  /^(United|Netherlands|Republic of|Soviet Union|Czech Republic|Dutch East|Comoros|Gambia)/;

/** A national team as a sentence names it: "the United States", "Nigeria". */
export function team(name: string): string {
  return TEAMS_WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/** Names that one country bore at different times: never two of them among the options. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'west germany': 'germany',
  'east germany': 'germany',
  'soviet union': 'russia',
  czechoslovakia: 'czech republic',
  yugoslavia: 'serbia',
  'serbia and montenegro': 'serbia',
  'yugoslavia serbia': 'serbia',
  zaire: 'dr congo',
};

/** What an option stands for: its folded text, or the present name of a country. */
export function identity(option: string): string {
  const folded = fold(option);
  return FORMER_NAMES[folded] ?? folded;
}

const EXISTED: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'West Germany': [1950, 1990],
  'East Germany': [1950, 1990],
  Germany: [1990, Infinity],
  'Soviet Union': [1922, 1991],
  Russia: [1992, Infinity],
  Czechoslovakia: [1920, 1993],
  'Czech Republic': [1994, Infinity],
  Yugoslavia: [1920, 2002],
};

/** False for a team that had another name in that year. */
export function isOfItsTime(name: string, year: string): boolean {
  const [from, to] = EXISTED[name] ?? [0, Infinity];
  return endYear(year) >= from && endYear(year) <= to;
}

/** Starts a sentence with a capital letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The `easyFrom` of what is too hard to be easy in any season. */
export const NEVER_EASY = Infinity;

/** Easy from `easyFrom` on, medium from `mediumFrom` on, hard before. */
export function levelByYear(season: string, easyFrom: number, mediumFrom: number): Level {
  const year = endYear(season);
  if (year >= easyFrom) return 'easy';
  return year >= mediumFrom ? 'medium' : 'hard';
}

/** A cell without its second name in brackets: "San Siro (Giuseppe Meazza)" as "San Siro". */
export function withoutBrackets(cell: string): string {
  return cell.replace(/ \(.*$/, '');
}

/** The two tournaments of national teams as ids name them. */
export function tournamentKey(row: { competition: string }): string {
  return categoryOf(row.competition) === 'fifa-world-cup' ? 'wc' : 'afcon';
}

/** Cells that hold a list, joined by bars. */
export function list(cell: string): string[] {
  return cell === '' ? [] : cell.split('|');
}

/** True when two seasons or years are at most `span` years apart. */
export function within(span: number, one: string, other: string): boolean {
  return Math.abs(endYear(one) - endYear(other)) <= span;
}
