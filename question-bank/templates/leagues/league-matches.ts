import { categoryOf, leagueName } from '../../generator/competitions.ts';
import { nearScores } from '../../generator/near.ts';
import { endYear, isTainted } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { type Template, template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { bigClubs, isBigClub } from '../shared/famous.ts';
import { tableOf, teamsPlaced } from './facts.ts';

type Match = Row<'league_matches'>;

const format = (day: 'numeric' | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { day, month: 'long', year: 'numeric', timeZone: 'UTC' });
const MONTH = format(undefined);
const DAY = format('numeric');

const dateOf = (row: Match): Date => new Date(`${row.date}T00:00:00Z`);
const when = (row: Match): string => MONTH.format(dateOf(row));
const onDay = (row: Match): string => DAY.format(dateOf(row));

const key = (row: Match): string => `${row.league} ${row.date} ${row.home}`;
const from = (row: Match): string => rowName('league_matches', row);
const goals = (row: Match): number => Number(row.home_goals) + Number(row.away_goals);
const margin = (row: Match): number => Math.abs(Number(row.home_goals) - Number(row.away_goals));

/** How many of the two clubs are among the first `most` of the league's big clubs. */
function bigOnes(row: Match, most: number): number {
  const big = bigClubs(row.league).slice(0, most);
  return [row.home, row.away].filter((club) => big.includes(club)).length;
}

/** Matches that fans talk about: big wins, high scores, derbies and dramatic title races. */
function talkedAbout(facts: Facts): Match[] {
  return facts.league_matches.filter(
    (row) =>
      !isTainted(row.league, row.season) &&
      (/big|scoring/.test(row.tags) || goals(row) >= 4 || margin(row) >= 3),
  );
}

/** True for a giant's heavy defeat by another giant, which was seen all over the world. */
function isFamous(row: Match): boolean {
  const giants = row.league === 'EPL' ? 7 : 3;
  return endYear(row.season) >= 2012 && bigOnes(row, giants) === 2 && margin(row) >= 4;
}

function levelOf(row: Match): Level {
  if (isFamous(row)) return 'easy';
  return endYear(row.season) >= 2012 ? 'medium' : 'hard';
}

const fact = (row: Match): string =>
  `${row.home} ${row.home_goals}-${row.away_goals} ${row.away} in ${leagueName(row.league, row.season)}, ${onDay(row)}.`;

/** Fields that all questions about a match share. */
const ofMatch = {
  category: (row) => categoryOf(row.league),
  key,
  from,
  subject: (row) => `match ${key(row)}`,
  when,
  fact,
} satisfies Partial<Template<Match>>;

export const matchScores = template<Match>({
  id: 't13',
  share: 12,
  ...ofMatch,
  rows: talkedAbout,
  level: levelOf,
  phrasings: [
    (row) => `${row.home} v ${row.away} in the league in ${when(row)}: what was the score?`,
    (row) =>
      `What was the score when ${row.home} hosted ${row.away} in the league in ${when(row)}?`,
  ],
  answer: (row) => `${row.home_goals}-${row.away_goals}`,
  wrong: (row) => nearScores(Number(row.home_goals), Number(row.away_goals)),
});

const homeWon = (row: Match): boolean => Number(row.home_goals) > Number(row.away_goals);
const winner = (row: Match): string => (homeWon(row) ? row.home : row.away);
const loser = (row: Match): string => (homeWon(row) ? row.away : row.home);
const score = (row: Match): string =>
  [row.home_goals, row.away_goals].toSorted((a, b) => Number(b) - Number(a)).join('-');

/**
 * Big wins in matches of a big club. The question names the date, so that only one answer is right.
 */
function bigWins(facts: Facts): Match[] {
  return talkedAbout(facts).filter((row) => margin(row) >= 3 && bigOnes(row, 10) > 0);
}

const levelOfOpponent = (row: Match): Level => {
  const year = endYear(row.season);
  if (isFamous(row)) return 'easy';
  if (year >= 2012 || (year >= 2004 && bigOnes(row, 7) === 2)) return 'medium';
  return 'hard';
};

/** Wrong options for a club: big clubs for a big club, the rest of the table for any other club. */
function clubsLike(club: string, row: Match, facts: Facts): string[][] {
  const table = tableOf(facts, row);
  const big = bigClubs(row.league).filter((one) => table.some(({ team }) => team === one));
  return big.includes(club)
    ? [big.slice(0, 7), big, teamsPlaced(table, 1, 10)]
    : [teamsPlaced(table, 8, 22), teamsPlaced(table, 1, 7)];
}

export const beatenClubs = template<Match>({
  id: 't14',
  share: 12,
  ...ofMatch,
  rows: (facts) => bigWins(facts).filter((row) => isBigClub(row.league, winner(row))),
  level: levelOfOpponent,
  phrasings: [
    (row) => `Which club did ${winner(row)} beat ${score(row)} in the league on ${onDay(row)}?`,
    (row) =>
      `On ${onDay(row)}, ${winner(row)} won ${score(row)} ${homeWon(row) ? 'at home' : 'away'} in the league. Against which club?`,
  ],
  answer: loser,
  wrong: (row, facts) => clubsLike(loser(row), row, facts),
  alsoRight: (row) => [winner(row)],
});

export const leagueBigWinners = template<Match>({
  id: 't14-win',
  share: 12,
  ...ofMatch,
  rows: (facts) => bigWins(facts).filter((row) => bigOnes(row, 10) === 2),
  level: levelOfOpponent,
  phrasings: [
    (row) => `Which club beat ${loser(row)} ${score(row)} in the league on ${onDay(row)}?`,
    (row) =>
      `On ${onDay(row)}, ${loser(row)} lost a league match ${score(row)} ${homeWon(row) ? 'away' : 'at home'}. To which club?`,
  ],
  answer: winner,
  wrong: (row, facts) => clubsLike(winner(row), row, facts),
  alsoRight: (row) => [loser(row)],
});
