import { hasFacts, readFacts } from './read-facts.ts';
import { isTainted } from './seasons.ts';
import { type Facts, type Row, rowName } from './tables.ts';

/** The unsafe rows of a content folder's tables. Empty if the folder has no tables. */
export function unsafeIn(folder: URL): ReadonlySet<string> {
  return hasFacts(folder) ? unsafeRows(readFacts(folder)) : new Set();
}

/**
 * The rows that the tables mark as disputed or unsafe, as `rowName` gives them. No question uses
 * these rows.
 */
export function unsafeRows(facts: Facts): ReadonlySet<string> {
  return new Set([
    ...facts.league_champions.filter(isUnsafeTitle).map((row) => rowName('league_champions', row)),
    ...facts.season_tables
      .filter((row) => row.safe !== '1')
      .map((row) => rowName('season_tables', row)),
    ...facts.title_winning_managers
      .filter((row) => isTainted(row.competition, row.season))
      .map((row) => rowName('title_winning_managers', row)),
    ...facts.league_top_scorers
      .filter((row) => row.shared !== '0')
      .map((row) => rowName('league_top_scorers', row)),
    ...facts.league_movements
      .filter((row) => /administrative/.test(row.note))
      .map((row) => rowName('league_movements', row)),
    ...facts.tournament_hosts
      .filter((row) => /disputed/.test(row.note))
      .map((row) => rowName('tournament_hosts', row)),
    ...facts.afcon_matches
      .filter((row) => row.disputed === '1')
      .map((row) => rowName('afcon_matches', row)),
  ]);
}

/** True for a title that is disputed or was taken away, or about which the sources warn. */
export function isUnsafeTitle(row: Row<'league_champions'>): boolean {
  const isWarned = /mislabelled|special format/.test(row.note);
  return row.disputed === '1' || isTainted(row.league, row.season) || isWarned;
}
