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
import { hostCountries, hostYears, jointHosts } from './hosts.ts';
import { hatTricks, internationalScores, shootoutLosers } from './internationals.ts';
import { beatenInRounds, groupDefeats, wentOut } from './knockouts.ts';
import { beatenClubs, leagueBigWinners, matchScores } from './league-matches.ts';
import { managersClubs, managersSeasons, winningManagers } from './managers.ts';
import { matchScorers, nigeriaConceded } from './match-scorers.ts';
import { cameUp, cameUpToo, wentDown, wentDownToo } from './movements.ts';
import { nicknameTeams, teamNicknames } from './nicknames.ts';
import { nigeriaOpponents, nigeriaScorers, nigeriaScores } from './nigeria.ts';
import { nigeriaGroups, nigeriaOpeners, nigeriaRivals } from './nigeria-matches.ts';
import { nigeriaMissed } from './nigeria-missed.ts';
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
import { lastFour, teamCounts, thirdPlaced } from './tournaments.ts';

/**
 * Every template, the plainest first: of two questions that ask nearly the same, the one whose
 * template stands first is kept.
 *
 * An id's first letter says what its template asks about: t a league, f a final or another match of
 * the Champions League, n a tournament of nations, p players, o the odd one out, b basics worded
 * by hand.
 */
export const TEMPLATES: readonly Source[] = [
  // Who won, who lost, who scored most, who was in charge, where it was.
  ...[champions, finalWinners, runnersUp, finalLosers, finalShootouts],
  ...[topScorerNames, tournamentTopScorers, playersOfTheTournament, winningManagers],
  ...[hostCountries, jointHosts],
  // Worded by hand, and so with more life than the templates below.
  ...[basics, nigerianBasics, furtherBasics],
  // Places in a table; clubs that went down or came up.
  ...[thirdPlaces, fourthPlaces, lastPlaces, thirdPlaced],
  ...[wentDown, cameUp, wentDownToo, cameUpToo],
  // Clubs and national teams: grounds, nicknames, derbies, cities.
  ...[groundClubs, clubGrounds, groundCities, clubNicknames, nicknamesOfClubs],
  ...[nicknameTeams, teamNicknames, derbyRivals, derbyNames, derbyPairs, clubCities, cityClubs],
  // Players: countries and clubs.
  ...[playerCountries, playerClubs, nigeriansAtClubs, countrymenAtClubs, playersOfBoth],
  ...[playersOtherClubs, nigeriansByPosition, playerPositions],
  // Matches: who beat whom, who scored.
  ...[finalScorers, knockedOut, beatenInTies, europeanWins, europeanDefeats, finalPairs],
  ...[wentOut, beatenInRounds, shootoutLosers, groupDefeats, beatenClubs, leagueBigWinners],
  ...[nigeriaScorers, nigeriaOpponents, nigeriaRivals, nigeriaOpeners, nigeriaConceded],
  ...[matchScorers, hatTricks, teamTopScorers, finalCities, finalGrounds],
  // Records.
  ...[leagueRecords, superlatives, recordTeams],
  // What the answer above leaves to ask of it: the club or country of a man who is named.
  ...[managersClubs, topScorerClubs, scorersClubs, topScorerCountries, topScorersCountry],
  ...[scorersCountries, scorersTeams, bestPlayersCountries, winnersCountries],
  // Years, seasons and rounds.
  ...[titleSeasons, managersSeasons, secondPlaceSeasons, championsYears, firstTitles, lastTitles],
  ...[onlyTitles, firstAppearances, hostYears, finalYears, scorersYears, nigerianScorersYears],
  ...[exitRounds, clubsFounded],
  // Scores and numbers.
  ...[finalScores, nigeriaScores, internationalScores, matchScores, bigScores, aggregates],
  ...[titleCounts, teamTitles, finalsLost, appearances, finishes, teamCounts],
  ...[goalsAtTournaments, topScorerGoals, topGoals, nigeriaGoals, nigeriaWins],
  ...[championsPoints, titleMargins, championsGoals],
  // Which of these: the odd one out.
  ...[semiFinalists, quarterFinalLosers, lastFour, topFours, finishedAbove, nigeriaGroups],
  ...[clubsOfSeason, absentClubs, presentTeams, absentTeams, nigeriaMissed],
  ...[hasWonIt, neverWonIt, moreTitles, wonBetween, didNotWin],
];
