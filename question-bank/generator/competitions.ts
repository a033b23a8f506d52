import type { CategoryId } from '../question.ts';
import { endYear } from './seasons.ts';

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

/** The category of a league or cup, by its name in the tables. Throws for any other name. */
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

/** The name of a national teams' tournament in ids. */
export function tournamentKey(row: { competition: string }): string {
  return categoryOf(row.competition) === 'fifa-world-cup' ? 'wc' : 'afcon';
}
