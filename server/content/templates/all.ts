import type { Source } from '../template.ts';
import { absentClubs, clubsOfSeason } from './absences.ts';
import { basics, furtherBasics, nigerianBasics } from './basics.ts';
import { superlatives } from './bests.ts';
import { aggregates, beatenInTies, knockedOut, quarterFinalLosers } from './champions-league.ts';
import { bigScores, europeanDefeats, europeanWins } from './champions-league-matches.ts';
import { semiFinalists } from './champions-league-semis.ts';
import { clubNicknames, nicknamesOfClubs } from './club-nicknames.ts';
import { cityClubs, clubCities, clubsFounded } from './clubs.ts';
import { derbyNames, derbyPairs, derbyRivals } from './derbies.ts';
import { exitRounds } from './exits.ts';
import { finalPairs, finalsLost, finalYears } from './final-pairs.ts';
import { finalCities, finalGrounds } from './final-places.ts';
import { scorersClubs, scorersYears } from './final-scorer-years.ts';
import { finalScorers, winnersCountries } from './final-scorers.ts';
import { finalLosers, finalScores, finalShootouts, finalWinners } from './finals.ts';
import { goalsAtTournaments, scorersTeams, teamTopScorers } from './goals-at.ts';
import { clubGrounds, groundCities, groundClubs } from './grounds.ts';
import { onlyTitles, titleCounts } from './honours.ts';
import { hasWonIt, moreTitles, neverWonIt } from './honours-compared.ts';
import { hatTricks, internationalScores, shootoutLosers } from './internationals.ts';
import { beatenInRounds, groupDefeats, wentOut } from './knockouts.ts';
import { beatenClubs, leagueBigWinners, matchScores } from './league-matches.ts';
import { managersClubs, managersSeasons, winningManagers } from './managers.ts';
import { matchScorers, nigeriaConceded } from './match-scorers.ts';
import { cameUp, cameUpToo, wentDown, wentDownToo } from './movements.ts';
import { nicknameTeams, teamNicknames } from './nicknames.ts';
import { nigeriaMissed, nigeriaOpponents, nigeriaScorers, nigeriaScores } from './nigeria.ts';
import { nigeriaGroups, nigeriaOpeners, nigeriaRivals } from './nigeria-matches.ts';
import { nigeriaGoals, nigerianScorersYears, nigeriaWins } from './nigeria-totals.ts';
import { nigeriansAtClubs, nigeriansByPosition } from './nigerians-abroad.ts';
import { absentTeams, presentTeams } from './participants.ts';
import { finishes, fourthPlaces, lastPlaces, thirdPlaces } from './places.ts';
import { countrymenAtClubs, playersOfBoth } from './player-groups.ts';
import { playerClubs, playerCountries, playerPositions, playersOtherClubs } from './players.ts';
import { leagueRecords } from './records.ts';
import { topScorerClubs, topScorerCountries, topScorerGoals, topScorerNames } from './scorers.ts';
import {
  bestPlayersCountries,
  playersOfTheTournament,
  scorersCountries,
} from './scorers-of-teams.ts';
import { appearances, championsYears, firstAppearances, teamTitles } from './teams.ts';
import { championsGoals, championsPoints, titleMargins } from './title-numbers.ts';
import { secondPlaceSeasons, titleSeasons } from './title-seasons.ts';
import { didNotWin, wonBetween } from './title-spans.ts';
import { firstTitles, lastTitles } from './title-years.ts';
import { champions, runnersUp } from './titles.ts';
import { finishedAbove, topFours } from './top-fours.ts';
import { recordTeams } from './tournament-records.ts';
import { topGoals, topScorersCountry, tournamentTopScorers } from './tournament-scorers.ts';
import { hostCountries, hostYears, lastFour, teamCounts, thirdPlaced } from './tournaments.ts';

/** Every template, in the order in which they are dealt from. */
export const TEMPLATES: readonly Source[] = [
  basics,
  nigerianBasics,
  furtherBasics,
  knockedOut,
  beatenInTies,
  quarterFinalLosers,
  aggregates,
  bigScores,
  europeanWins,
  europeanDefeats,
  semiFinalists,
  clubNicknames,
  nicknamesOfClubs,
  clubCities,
  cityClubs,
  clubsFounded,
  derbyRivals,
  derbyNames,
  derbyPairs,
  finalCities,
  finalGrounds,
  finalScorers,
  scorersYears,
  scorersClubs,
  winnersCountries,
  finalWinners,
  finalLosers,
  finalPairs,
  finalYears,
  finalsLost,
  finalScores,
  finalShootouts,
  groundClubs,
  clubGrounds,
  groundCities,
  titleCounts,
  onlyTitles,
  neverWonIt,
  hasWonIt,
  moreTitles,
  internationalScores,
  shootoutLosers,
  hatTricks,
  wentOut,
  beatenInRounds,
  groupDefeats,
  exitRounds,
  matchScorers,
  matchScores,
  beatenClubs,
  leagueBigWinners,
  winningManagers,
  managersClubs,
  managersSeasons,
  nicknameTeams,
  teamNicknames,
  nigeriaScorers,
  nigeriaScores,
  nigeriaOpponents,
  nigeriaMissed,
  nigeriaRivals,
  nigeriaOpeners,
  nigeriaGroups,
  nigeriaConceded,
  nigerianScorersYears,
  nigeriaGoals,
  nigeriaWins,
  thirdPlaces,
  fourthPlaces,
  lastPlaces,
  topFours,
  finishedAbove,
  finishes,
  wentDown,
  wentDownToo,
  cameUp,
  cameUpToo,
  absentClubs,
  clubsOfSeason,
  superlatives,
  playerCountries,
  playerClubs,
  playersOtherClubs,
  playerPositions,
  countrymenAtClubs,
  playersOfBoth,
  nigeriansAtClubs,
  nigeriansByPosition,
  leagueRecords,
  scorersCountries,
  playersOfTheTournament,
  bestPlayersCountries,
  topScorerNames,
  topScorerGoals,
  topScorerClubs,
  topScorerCountries,
  teamTitles,
  firstAppearances,
  appearances,
  championsYears,
  firstTitles,
  lastTitles,
  goalsAtTournaments,
  teamTopScorers,
  scorersTeams,
  absentTeams,
  presentTeams,
  recordTeams,
  champions,
  runnersUp,
  titleSeasons,
  secondPlaceSeasons,
  wonBetween,
  didNotWin,
  championsPoints,
  titleMargins,
  championsGoals,
  tournamentTopScorers,
  topScorersCountry,
  topGoals,
  hostCountries,
  hostYears,
  thirdPlaced,
  teamCounts,
  lastFour,
];
