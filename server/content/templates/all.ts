import type { Source } from '../template.ts';
import { basics, nigerianBasics } from './basics.ts';
import { aggregates, bigScores, knockedOut, semiFinalists } from './champions-league.ts';
import { clubCities, clubNicknames, clubsFounded } from './clubs.ts';
import { derbyRivals } from './derbies.ts';
import { finalCities, finalGrounds } from './final-places.ts';
import { finalScorers, winnersCountries } from './final-scorers.ts';
import { finalLosers, finalScores, finalShootouts, finalWinners } from './finals.ts';
import { clubGrounds, groundClubs } from './grounds.ts';
import { hasWonIt, neverWonIt, onlyTitles, titleCounts } from './honours.ts';
import { hatTricks, internationalScores, shootoutLosers } from './internationals.ts';
import { matchScores } from './league-matches.ts';
import { winningManagers } from './managers.ts';
import { nicknameTeams } from './nicknames.ts';
import { nigeriaMissed, nigeriaOpponents, nigeriaScorers, nigeriaScores } from './nigeria.ts';
import { cameUp, finishes, superlatives, thirdPlaces, wentDown } from './places.ts';
import { nigeriansAtClubs, playerClubs, playerCountries } from './players.ts';
import { leagueRecords } from './records.ts';
import { topScorerClubs, topScorerCountries, topScorerGoals, topScorerNames } from './scorers.ts';
import { playersOfTheTournament, scorersCountries } from './scorers-of-teams.ts';
import { appearances, championsYears, firstAppearances, teamTitles } from './teams.ts';
import { champions, championsGoals, championsPoints, runnersUp, titleMargins } from './titles.ts';
import { topGoals, topScorersCountry, tournamentTopScorers } from './tournament-scorers.ts';
import { hostCountries, lastFour, teamCounts, thirdPlaced } from './tournaments.ts';

/** Every template, in the order in which they are dealt from. */
export const TEMPLATES: readonly Source[] = [
  basics,
  nigerianBasics,
  knockedOut,
  aggregates,
  bigScores,
  semiFinalists,
  clubNicknames,
  clubCities,
  clubsFounded,
  derbyRivals,
  finalCities,
  finalGrounds,
  finalScorers,
  winnersCountries,
  finalWinners,
  finalLosers,
  finalScores,
  finalShootouts,
  groundClubs,
  clubGrounds,
  titleCounts,
  onlyTitles,
  neverWonIt,
  hasWonIt,
  internationalScores,
  shootoutLosers,
  hatTricks,
  matchScores,
  winningManagers,
  nicknameTeams,
  nigeriaScorers,
  nigeriaScores,
  nigeriaOpponents,
  nigeriaMissed,
  thirdPlaces,
  finishes,
  wentDown,
  cameUp,
  superlatives,
  playerCountries,
  playerClubs,
  nigeriansAtClubs,
  leagueRecords,
  scorersCountries,
  playersOfTheTournament,
  topScorerNames,
  topScorerGoals,
  topScorerClubs,
  topScorerCountries,
  teamTitles,
  firstAppearances,
  appearances,
  championsYears,
  champions,
  runnersUp,
  championsPoints,
  titleMargins,
  championsGoals,
  tournamentTopScorers,
  topScorersCountry,
  topGoals,
  hostCountries,
  thirdPlaced,
  teamCounts,
  lastFour,
];
