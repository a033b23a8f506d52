import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { nearScores } from '../../generator/near.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { within } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { isOfItsTime, team } from '../../generator/teams.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { cupName } from '../finals/finals.ts';
import { isKnownTeam } from '../shared/famous.ts';

export type Edition = Row<'tournament_hosts'>;

const DISPUTED = 'African Cup of Nations 2025';

/** Every edition except the one with a disputed title. */
export function editions(facts: Facts): Edition[] {
  return facts.tournament_hosts.filter((row) => `${row.competition} ${row.year}` !== DISPUTED);
}

/** The key of an edition in an id. */
export const editionKey = (row: { competition: string; year: string }): string =>
  `${categoryOf(row.competition)} ${row.year}`.replace(/^fifa-/, '');

/** The editions of the same tournament within `span` years. */
export function editionsAround(facts: Facts, row: Edition, span: number): Edition[] {
  return editions(facts).filter(
    (one) => one.competition === row.competition && within(span, one.year, row.year),
  );
}

export const editionRow = (row: Edition): string => rowName('tournament_hosts', row);

/** An edition as a sentence names it: "the 2013 Africa Cup of Nations". */
export const editionName = (row: { competition: string; year: string }): string =>
  cupName({ competition: row.competition, season: row.year });

/** A tournament as a sentence names it: "the World Cup". */
export const tournamentName = (row: { competition: string }): string =>
  `the ${categoryOf(row.competition) === 'fifa-world-cup' ? 'World Cup' : 'Africa Cup of Nations'}`;

/** A list of goals as the match tables write it: "Rashidi Yekini 21'; Finidi George 45' (pen)". */
function goals(cell: string): string[] {
  return cell.split('; ').filter((goal) => goal !== '');
}

/** Names of players in the tables, each with the form that fans know. */
const FULL_NAMES: Readonly<Record<string, string>> = {
  Yakubu: 'Yakubu Aiyegbeni',
  'Mikel John Obi': 'John Obi Mikel',
  Leônidas: 'Leônidas da Silva',
  Geremi: 'Geremi Njitap',
};

/** The form of a player's name that fans know. */
export const playerName = (name: string): string => FULL_NAMES[name] ?? name;

const nameOf = (goal: string): string => playerName(goal.replace(/ [\d?+]+'.*$/, ''));
const isOwnGoal = (goal: string): boolean => goal.includes('(og)');

/** The players who scored for the team, each once. Own goals of the other team are left out. */
export function scorersOf(cell: string): string[] {
  return [
    ...new Set(
      goals(cell)
        .filter((goal) => !isOwnGoal(goal))
        .map(nameOf),
    ),
  ];
}

/** The players of the other team whose own goals counted for the team. */
export function ownGoalsIn(cell: string): string[] {
  return goals(cell).filter(isOwnGoal).map(nameOf);
}

/** A match of the World Cup or of the African Cup of Nations. */
export type Match = {
  competition: string;
  year: string;
  date: string;
  stage: string;
  home: string;
  away: string;
  home_goals: string;
  away_goals: string;
  shootout_winner: string;
  home_scorers: string;
  away_scorers: string;
};

export const WORLD_CUP = 'FIFA World Cup';
export const AFRICAN_CUP = 'African Cup of Nations';

/** Every match of both tournaments except the disputed one. */
export const allMatches = oncePerFacts((facts): readonly Match[] => {
  const world = facts.world_cup_matches.map((row) => ({ ...row, competition: WORLD_CUP }));
  const africa = facts.afcon_matches
    .filter((row) => row.disputed === '0')
    .map((row) => ({ ...row, year: row.edition, competition: AFRICAN_CUP }));
  return [...world, ...africa];
});

const editionOf = (row: { competition: string; year: string }): string =>
  `${categoryOf(row.competition)} ${row.year}`;
const matchesByEdition = oncePerFacts((facts) => Map.groupBy(allMatches(facts), editionOf));

/** The matches of the row's tournament. */
export function matchesAt(
  facts: Facts,
  row: { competition: string; year: string },
): readonly Match[] {
  return matchesByEdition(facts).get(editionOf(row)) ?? [];
}

/** The teams that played at the tournament. */
export function teamsAt(facts: Facts, row: { competition: string; year: string }): string[] {
  return teamsOf(matchesAt(facts, row));
}

export function teamsOf(matches: readonly Match[]): string[] {
  return [...new Set(matches.flatMap((one) => [one.home, one.away]))];
}

/** The teams of tournaments within four years, under the names of the row's own year. */
export function teamsNear(facts: Facts, row: { competition: string; year: string }): string[] {
  const near = allMatches(facts).filter(
    (one) => one.competition === row.competition && within(4, one.year, row.year),
  );
  return teamsOf(near).filter((one) => isOfItsTime(one, row.year));
}

/** A text that is the same for every match of two teams at one tournament. */
const meeting = (row: Match): string =>
  `${row.competition} ${row.year} ${[row.home, row.away].toSorted().join()}`;

/**
 * Matches of teams that met once at the tournament, so that "the score of A v B" has one answer.
 */
export function singleMeetings(facts: Facts): Match[] {
  const all = allMatches(facts);
  const meetings = Map.groupBy(all, meeting);
  return all.filter((row) => row.home_goals !== '' && meetings.get(meeting(row))?.length === 1);
}

export const isNigerian = (row: Match): boolean => row.home === 'Nigeria' || row.away === 'Nigeria';

/**
 * True for a round that knocks its losers out. The final is left out, because it has templates of
 * its own.
 */
export const isKnockout = (row: { stage: string }): boolean =>
  /^(round of \d+|quarter-final|semi-final)$/.test(row.stage);

export const isGroup = (row: { stage: string }): boolean => row.stage === 'group';

/** The winner of a match or of its shoot-out. Blank for a draw. */
export function winnerOf(row: Match): string {
  if (row.shootout_winner !== '') return row.shootout_winner;
  const margin = Number(row.home_goals) - Number(row.away_goals);
  if (margin === 0) return '';
  return margin > 0 ? row.home : row.away;
}

/** The loser; blank for a draw. */
export function loserOf(row: Match): string {
  const winner = winnerOf(row);
  if (winner === '') return '';
  return winner === row.home ? row.away : row.home;
}

/**
 * Asks for the score of "Ghana v Uruguay at the 2010 World Cup", before penalties if there was a
 * shoot-out.
 */
export function whatScore(row: { shootout_winner: string }, match: string): string {
  const score = row.shootout_winner === '' ? 'what was the score' : 'the score before penalties';
  return `${sentence(match)}: ${score}?`;
}

/** Scores near the right score. For a match that went to a shoot-out, they are all draws. */
export function wrongScores(
  row: { shootout_winner: string },
  [first, second]: readonly [number, number],
): string[][] {
  if (row.shootout_winner === '') return nearScores(first, second);
  return [[0, 1, 2, 3].map((goals) => `${goals}-${goals}`)];
}

/** The players who scored for one side of the match. */
export function scorersFor(row: Match, side: string): string[] {
  return scorersOf(side === row.home ? row.home_scorers : row.away_scorers);
}

/** A round as a sentence names it: "the quarter-finals", "the round of 16". */
export function roundName(stage: string): string {
  if (stage === 'third place') return 'the third-place match';
  return stage.endsWith('final') ? `the ${stage}s` : `the ${stage}`;
}

/**
 * A match's round and tournament: "in the quarter-finals of the 2014 World Cup", "at the 2014 World
 * Cup".
 */
export function at(row: { competition: string; year: string; stage: string }): string {
  const named = isKnockout(row) || row.stage === 'third place';
  return named ? `in ${roundName(row.stage)} of ${editionName(row)}` : `at ${editionName(row)}`;
}

/** The key of a match in an id. */
export const matchKey = (row: Match): string => `${tournamentKey(row)} ${row.date} ${row.home}`;

/** The subject that the questions of one match share. */
export const matchSubject = (row: Match): string => `match ${matchKey(row)}`;

export function matchRow(row: Match): string {
  const table = row.competition === WORLD_CUP ? 'world_cup_matches' : 'afcon_matches';
  return rowName(table, row);
}

/** The result of a match: "Ghana 1-1 Uruguay at the 2010 World Cup". */
export function resultOf(row: Match): string {
  const shootout =
    row.shootout_winner === '' ? '' : `; ${team(row.shootout_winner)} won on penalties`;
  return `${team(row.home)} ${row.home_goals}-${row.away_goals} ${team(row.away)} ${at(row)}${shootout}`;
}

/** Knockout matches that fans still talk about. */
const SHOCKS = new Set([
  ...['2002 Italy South Korea', '2010 Brazil Netherlands', '2010 Ghana Uruguay'],
  ...['2014 Brazil Germany', '2018 Belgium Brazil', '2018 Russia Spain', '2022 Morocco Spain'],
  ...['2019 Egypt South Africa', '2023 Morocco South Africa'],
]);

/** A match of long ago that is still famous: the hand of God. */
const EVER_FAMOUS = '1986 Argentina England';

/**
 * The level of a tournament's round. Rounds from the quarter-finals on are better remembered than
 * earlier rounds.
 */
export function roundLevel(
  row: { competition: string; year: string; stage: string },
  teams: readonly string[],
): Level {
  const late = /quarter|semi/.test(row.stage);
  const known = teams.every(isKnownTeam);
  const lastTwo = row.competition === WORLD_CUP ? '2022' : '2023';
  const easyFrom = row.stage === 'semi-final' ? '2019' : lastTwo;
  if (late && known && row.year >= easyFrom) return 'easy';
  const match = [row.year, ...teams.toSorted()].join(' ');
  if (SHOCKS.has(match)) return 'easy';
  if (row.year >= '2010' || match === EVER_FAMOUS) return 'medium';
  return row.year >= '1994' && (late || known) ? 'medium' : 'hard';
}

/**
 * True for a match that fans remember. Of World Cups before 1990 they remember only the champions'
 * and the hosts' matches, of African Cups before 1994 none.
 */
export function isWellKnown(facts: Facts, row: Match): boolean {
  if (row.competition === AFRICAN_CUP) return row.year >= '1994';
  if (row.year >= '1990') return true;
  const edition = facts.tournament_hosts.find(
    (one) => one.competition === row.competition && one.year === row.year,
  );
  return [row.home, row.away].some((side) => side === edition?.winner || side === edition?.hosts);
}

/** Scorers that every fan knows, or whose goal is still famous. */
const STARS = new Set([
  ...['Pelé', 'Diego Maradona', 'Michel Platini', 'Zico', 'Paolo Rossi', 'Gary Lineker'],
  ...['Roger Milla', 'Salvatore Schillaci', 'Lothar Matthäus', 'Jürgen Klinsmann'],
  ...['Roberto Baggio', 'Gabriel Batistuta', 'Romário', 'Bebeto', 'Hristo Stoichkov'],
  ...['Gheorghe Hagi', 'Dennis Bergkamp', 'Abedi Pele', 'Zinedine Zidane', 'Thierry Henry'],
  ...['Ronaldo', 'Rivaldo', 'Ronaldinho', 'Kaká', 'Michael Owen', 'Benni McCarthy'],
  ...["Samuel Eto'o", 'Didier Drogba', 'Yaya Touré', 'Asamoah Gyan', 'Emmanuel Mayuka'],
  ...['Mohamed Salah', 'Sadio Mané', 'Sébastien Haller', 'Mario Balotelli', 'Miroslav Klose'],
  ...['Thomas Müller', 'Wesley Sneijder', 'Arjen Robben', 'Diego Forlán', 'Luis Suárez'],
  ...['Lionel Messi', 'Cristiano Ronaldo', 'Neymar', 'Kylian Mbappé', 'Antoine Griezmann'],
  ...['Kevin De Bruyne', 'Harry Kane', 'Kieran Trippier', 'Jude Bellingham', 'Erling Haaland'],
  ...['Lamine Yamal', 'Ousmane Dembélé'],
]);

export const isStar = (player: string): boolean => STARS.has(player);
