import { isLeague, leagueName } from '../../generator/competitions.ts';
import type { Facts, Row } from '../../generator/tables.ts';

export type Honours = Row<'club_titles'>;

/** Up to which season the titles are counted. */
export const UP_TO = '2025-26';

/** Italian clubs with a title from before 1929-30, or one awarded later: totals differ. */
export const TOTAL_DIFFERS = ['Juventus', 'Inter Milan', 'AC Milan', 'Torino', 'Bologna', 'Genoa'];

/** Clubs that have won a competition. */
export function honours(facts: Facts): Honours[] {
  return facts.club_titles.filter((row) => row.titles !== '0');
}

export const honoursKey = (row: { competition: string; club: string }): string =>
  `${row.competition} ${row.club}`;

export function cup(row: { competition: string }): string {
  if (row.competition === 'Ligue1') return 'the French league';
  return isLeague(row.competition)
    ? leagueName(row.competition, UP_TO)
    : 'the European Cup or Champions League';
}

/** What a sentence about titles begins with where the competition is older than their count. */
export const since = (row: { competition: string }): string =>
  row.competition === 'SerieA' ? 'since 1929-30, ' : '';

/** Clubs of a competition that have never won it, the best known first. */
export function neverWon(facts: Facts, competition: string): string[] {
  const winners = new Set(winnersOf(facts, competition));
  const seasons = new Map<string, number>();
  const played = isLeague(competition)
    ? facts.season_tables.filter((row) => row.league === competition && Number(row.pos) <= 10)
    : facts.semi_finalists.filter((row) => row.competition.includes('European'));
  for (const { team } of played) seasons.set(team, (seasons.get(team) ?? 0) + 1);
  return [...seasons]
    .filter(([club]) => !winners.has(club) && !TOTAL_DIFFERS.includes(club))
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 8)
    .map(([club]) => club);
}

/** Champions of the years before the war whose clubs are gone: no option to choose between. */
const GONE = ['Olympique Lillois', 'Racing Paris', 'CO Roubaix-Tourcoing', 'Sète'];

/** The clubs that have won a competition and that a reader may know. */
export function winnersOf(facts: Facts, competition: string): string[] {
  return honours(facts)
    .filter((row) => row.competition === competition && !GONE.includes(row.club))
    .map((row) => row.club);
}
