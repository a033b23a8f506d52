import { lookUp, type Source } from '../generator/template.ts';
import { bigScores, europeanDefeats, europeanWins } from './champions-league/matches.ts';
import { semiFinalists } from './champions-league/semi-finals.ts';
import {
  aggregates,
  beatenInTies,
  knockedOut,
  quarterFinalLosers,
} from './champions-league/ties.ts';
import {
  cityClubs,
  clubCities,
  clubNicknames,
  clubsFounded,
  nicknamesOfClubs,
} from './clubs/clubs.ts';
import { derbyNames, derbyPairs, derbyRivals } from './clubs/derbies.ts';
import { clubGrounds, groundCities, groundClubs } from './clubs/grounds.ts';
import {
  finalCities,
  finalGrounds,
  finalLosers,
  finalPairs,
  finalScores,
  finalShootouts,
  finalsLost,
  finalWinners,
  finalYears,
} from './finals/finals.ts';
import { finalScorers, scorersClubs, scorersYears, winnersCountries } from './finals/scorers.ts';
import {
  absentClubs,
  clubsOfSeason,
  hasWonIt,
  moreTitles,
  neverWonIt,
  onlyTitles,
  superlatives,
  titleCounts,
} from './leagues/honours.ts';
import { beatenClubs, leagueBigWinners, matchScores } from './leagues/league-matches.ts';
import { managersClubs, managersSeasons, winningManagers } from './leagues/managers.ts';
import {
  cameUp,
  cameUpToo,
  finishedAbove,
  finishes,
  fourthPlaces,
  lastPlaces,
  thirdPlaces,
  topFours,
  wentDown,
  wentDownToo,
} from './leagues/places.ts';
import { leagueRecords } from './leagues/records.ts';
import {
  topScorerClubs,
  topScorerCountries,
  topScorerGoals,
  topScorerNames,
} from './leagues/scorers.ts';
import {
  champions,
  championsGoals,
  championsPoints,
  didNotWin,
  runnersUp,
  secondPlaceSeasons,
  titleMargins,
  titleSeasons,
  wonBetween,
} from './leagues/titles.ts';
import {
  goalsAtTournaments,
  matchScorers,
  nigeriaConceded,
  scorersTeams,
  teamTopScorers,
} from './nations/goals.ts';
import { hatTricks, internationalScores, shootoutLosers } from './nations/internationals.ts';
import { beatenInRounds, exitRounds, groupDefeats, wentOut } from './nations/knockouts.ts';
import { nicknameTeams, teamNicknames } from './nations/nicknames.ts';
import { absentTeams, presentTeams } from './nations/participants.ts';
import {
  bestPlayersCountries,
  playersOfTheTournament,
  scorersCountries,
  topGoals,
  topScorersCountry,
  tournamentTopScorers,
} from './nations/scorers.ts';
import { appearances, championsYears, firstAppearances, teamTitles } from './nations/teams.ts';
import { recordTeams } from './nations/tournament-records.ts';
import {
  firstTitles,
  hostCountries,
  hostYears,
  jointHosts,
  lastFour,
  lastTitles,
  teamCounts,
  thirdPlaced,
} from './nations/tournaments.ts';
import {
  nigeriaGoals,
  nigeriaMissed,
  nigerianScorersYears,
  nigeriaOpponents,
  nigeriaScorers,
  nigeriaScores,
  nigeriaWins,
} from './nigeria/nigeria.ts';
import { nigeriaGroups, nigeriaOpeners, nigeriaRivals } from './nigeria/nigeria-matches.ts';
import { careerPlayers } from './pictures/careers.ts';
import { flagNicknames, flagPlayers, flagTeams } from './pictures/flags.ts';
import { pitchJobs, pitchPlayers } from './pictures/pitches.ts';
import { scoreScorers } from './pictures/scorers.ts';
import { scoreLosers, scoreWinners } from './pictures/scores.ts';
import { shirtClubs, shirtGrounds, shirtNicknames } from './pictures/shirts.ts';
import { tableThirds, tableTops } from './pictures/tables.ts';
import { nigeriansAtClubs, nigeriansByPosition } from './players/nigerians-abroad.ts';
import { countrymenAtClubs, playersOfBoth } from './players/player-groups.ts';
import {
  playerClubs,
  playerCountries,
  playerPositions,
  playersOtherClubs,
} from './players/players.ts';
import { stories } from './worded-by-hand/stories.ts';
import { basics, furtherBasics, nigerianBasics } from './worded-by-hand/worded-by-hand.ts';

/**
 * Questions that only a reader of the table can answer or enjoy. They only fill up small levels.
 */
const LOOK_UPS: readonly Source[] = [
  // The country or position of a player who is named.
  ...[playerCountries, playerPositions, scorersCountries, scorersTeams, winnersCountries],
  // Places, ups and downs, matches of old seasons.
  ...[finishes, wentDown, cameUp, wentDownToo, cameUpToo, superlatives, clubsFounded, finalGrounds],
  ...[beatenClubs, leagueBigWinners, matchScores, internationalScores, bigScores, aggregates],
  // Counts.
  ...[teamTopScorers, goalsAtTournaments, topScorerGoals, topGoals, nigeriaGoals, nigeriaWins],
  ...[championsPoints, titleMargins, championsGoals, teamCounts],
  // Odd ones out that only the table shows.
  ...[topFours, finishedAbove, clubsOfSeason, absentClubs, moreTitles],
];

/**
 * Every template, the plainest first. Of two questions that ask nearly the same, the question of
 * the earlier template is kept.
 *
 * The first letter of an id says what its template asks about: t a league, f a final or another
 * match of the Champions League, n a tournament of nations, p players, o the odd one out, b basics
 * worded by hand, k a story, q a picture.
 */
export const TEMPLATES: readonly Source[] = [
  // Stories and hand-worded questions are livelier than the questions of all later templates.
  ...stories,
  // Questions with a picture.
  ...[shirtClubs, shirtGrounds, shirtNicknames, flagTeams, flagNicknames, flagPlayers],
  ...[careerPlayers, tableTops, tableThirds, scoreWinners, scoreLosers, scoreScorers],
  ...[pitchPlayers, pitchJobs],
  // Winners, losers, top scorers, managers and places.
  ...[champions, finalWinners, runnersUp, finalLosers, finalShootouts],
  ...[topScorerNames, tournamentTopScorers, playersOfTheTournament, winningManagers],
  ...[hostCountries, jointHosts, thirdPlaced],
  ...[basics, nigerianBasics, furtherBasics],
  // Clubs and national teams: grounds, nicknames, derbies, cities.
  ...[groundClubs, clubGrounds, groundCities, clubNicknames, nicknamesOfClubs],
  ...[nicknameTeams, teamNicknames, derbyRivals, derbyNames, derbyPairs, clubCities, cityClubs],
  // Players: countries and clubs.
  ...[playerClubs, nigeriansAtClubs, countrymenAtClubs, playersOfBoth],
  ...[playersOtherClubs, nigeriansByPosition],
  // Matches: winners, losers and scorers.
  ...[finalScorers, knockedOut, beatenInTies, europeanWins, europeanDefeats, finalPairs],
  ...[wentOut, beatenInRounds, shootoutLosers, groupDefeats],
  ...[nigeriaScorers, nigeriaOpponents, nigeriaRivals, nigeriaOpeners, nigeriaConceded],
  ...[matchScorers, hatTricks, finalCities],
  // Records.
  ...[leagueRecords, recordTeams],
  // The club or country of a man whom the question names.
  ...[managersClubs, topScorerClubs, scorersClubs, topScorerCountries, topScorersCountry],
  ...[bestPlayersCountries],
  // Years, seasons and rounds.
  ...[titleSeasons, managersSeasons, secondPlaceSeasons, championsYears, firstTitles, lastTitles],
  ...[onlyTitles, firstAppearances, hostYears, finalYears, scorersYears, nigerianScorersYears],
  ...[exitRounds],
  // Scores and numbers.
  ...[finalScores, nigeriaScores],
  ...[titleCounts, teamTitles, finalsLost, appearances],
  // Places that fans remember.
  ...[thirdPlaces, fourthPlaces, lastPlaces],
  // The odd one out.
  ...[semiFinalists, quarterFinalLosers, lastFour, nigeriaGroups],
  ...[presentTeams, absentTeams, nigeriaMissed],
  ...[hasWonIt, neverWonIt, wonBetween, didNotWin],
  ...LOOK_UPS.map(lookUp),
];
