import { list } from '../../generator/cells.ts';
import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { levelByYear, NEVER_EASY, within } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { hasKnownPlayers } from '../shared/famous.ts';
import {
  AFRICAN_CUP,
  type Edition,
  editionKey,
  editionName,
  editionRow,
  playerName,
  tournamentName,
} from './facts.ts';

type Scorer = Row<'all_time_scorers'>;

/** The table lists a scorer for the Soviet Union under Russia, so he is left out. */
function scorers(facts: Facts): Scorer[] {
  return facts.all_time_scorers.filter((row) => row.player !== 'Valentin Ivanov');
}

export const scorersCountries = template<Scorer>({
  id: 'p4',
  share: 15,
  rows: scorers,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    const last = list(row.tournaments).at(-1) ?? '';
    if (last >= (tournamentKey(row) === 'wc' ? '2006' : '2004')) return 'easy';
    return last >= (tournamentKey(row) === 'wc' ? '1986' : '1998') ? 'medium' : 'hard';
  },
  key: (row) => `${tournamentKey(row)} ${row.player}`,
  from: (row) => rowName('all_time_scorers', row),
  phrasings: [
    (row) =>
      `For which country did ${playerName(row.player)} score goals at ${tournamentName(row)}?`,
    (row) => `${playerName(row.player)} scored at ${tournamentName(row)} for which country?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => {
    const first = list(row.tournaments)[0] ?? '';
    const peers = (span: number): string[] =>
      scorers(facts)
        .filter((one) => one.competition === row.competition)
        .filter((one) => within(span, list(one.tournaments)[0] ?? '', first))
        .map((one) => one.team);
    return [8, 14, 24].map(peers);
  },
  fact: (row) => {
    const years = list(row.tournaments);
    const when =
      years.length === 1
        ? `in ${years[0] ?? ''}`
        : `between ${years[0] ?? ''} and ${years.at(-1) ?? ''}`;
    return `${playerName(row.player)} scored for ${team(row.team)} at ${tournamentName(row)} ${when}.`;
  },
});

type Award = Row<'afcon_awards'>;

const edition = (row: Award): string => editionName({ competition: AFRICAN_CUP, year: row.year });

const awardRow = (row: Award): string => rowName('afcon_awards', row);

export const playersOfTheTournament = template<Award>({
  id: 'n17',
  share: 12,
  rows: (facts) => facts.afcon_awards,
  category: () => 'african-cup-of-nations',
  level: (row): Level => (row.year >= '2019' || row.team === 'Nigeria' ? 'easy' : 'medium'),
  key: (row) => row.year,
  from: awardRow,
  subject: (row) => `award ${row.year}`,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who was named player of the tournament at ${edition(row)}?`,
    (row) => `Who was voted best player of ${edition(row)}?`,
  ],
  answer: (row) => row.player,
  wrong: (row, facts) => {
    const near = facts.afcon_awards.filter((one) => within(8, one.year, row.year));
    const goals = facts.tournament_goalscorers.filter(
      (one) => one.competition === AFRICAN_CUP && one.year === row.year,
    );
    return [[...near.map((one) => one.player), ...goals.slice(0, 4).map((one) => one.player)]];
  },
  fact: awardFact,
});

export const bestPlayersCountries = template<Award>({
  id: 'n17-team',
  share: 8,
  rows: (facts) => facts.afcon_awards,
  category: () => 'african-cup-of-nations',
  level: (row): Level => (row.year >= '2010' || row.team === 'Nigeria' ? 'easy' : 'medium'),
  key: (row) => row.year,
  from: awardRow,
  subject: (row) => `award ${row.year}`,
  when: (row) => row.year,
  phrasings: [
    (row) => `${row.player} was the best player of ${edition(row)}. For which country did he play?`,
    (row) => `Which country did ${row.player}, best player of ${edition(row)}, play for?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    facts.afcon_awards.filter((one) => within(8, one.year, row.year)).map((one) => one.team),
    facts.semi_finalists
      .filter((one) => one.competition === AFRICAN_CUP && within(4, one.year, row.year))
      .map((one) => one.team),
  ],
  fact: awardFact,
});

function awardFact(row: Award): string {
  return `${row.player} of ${team(row.team)} was player of the tournament at ${edition(row)}.`;
}

type TopScorer = Edition & { player: string; team: string };

/** Editions with a single top scorer whose goals are undisputed. */
function soleTopScorers(facts: Facts): TopScorer[] {
  return facts.tournament_hosts.flatMap((row) => {
    const [only, ...rest] = list(row.top_scorers);
    const parts = only?.match(/^(.*) \((.*)\)$/);
    const warned = /credited|official lists/.test(row.note);
    if (parts === null || parts === undefined || rest.length > 0 || warned) return [];
    return [{ ...row, player: playerName(parts[1] ?? ''), team: parts[2] ?? '' }];
  });
}

function goalscorers(facts: Facts, row: Edition): Row<'tournament_goalscorers'>[] {
  return facts.tournament_goalscorers.filter(
    (one) => one.competition === row.competition && one.year === row.year,
  );
}

/** Top scorers whose country every fan knows, and those whose country many know. */
const STARS = new Set([
  ...["Samuel Eto'o", 'Vincent Aboubakar', 'Roger Milla', 'Gary Lineker', 'Ronaldo'],
  ...['Miroslav Klose', 'James Rodríguez', 'Harry Kane', 'Kylian Mbappé'],
]);
const KNOWN = new Set([
  ...['Eusébio', 'Gerd Müller', 'Mario Kempes', 'Paolo Rossi', 'Salvatore Schillaci'],
  ...['Davor Šuker', 'Laurent Pokou', 'Kalusha Bwalya', 'Shaun Bartlett', 'Gedo'],
  ...['Junior Kabananga', 'Emilio Nsue'],
]);

function countryLevel(row: TopScorer): Level {
  if (row.team === 'Nigeria' || STARS.has(row.player)) return 'easy';
  return KNOWN.has(row.player) ? 'medium' : 'hard';
}

/**
 * Every fan knows the World Cup's top scorers, and Africa's top scorers who played for a known
 * team.
 */
const isEasy = (row: TopScorer): boolean =>
  tournamentKey(row) === 'wc' || hasKnownPlayers(row.team);

/** Africa's top scorers before 1980 who are still famous. */
const FAMOUS_EARLIER = ['african-cup-of-nations 1970', 'african-cup-of-nations 1974'];

const isRemembered = (row: TopScorer): boolean =>
  tournamentKey(row) === 'wc' || row.year >= '1980' || FAMOUS_EARLIER.includes(editionKey(row));

/**
 * Africa's top scorers before 1992 are hard unless they are legends, because few fans know them.
 */
function nameLevel(row: TopScorer): Level {
  const isForgotten = tournamentKey(row) !== 'wc' && row.year < '1992' && !STARS.has(row.player);
  return isForgotten ? 'hard' : levelByYear(row.year, isEasy(row) ? 2002 : NEVER_EASY, 1982);
}

export const tournamentTopScorers = template<TopScorer>({
  id: 'n4',
  share: 15,
  rows: (facts) => soleTopScorers(facts).filter(isRemembered),
  category: (row) => categoryOf(row.competition),
  level: nameLevel,
  key: editionKey,
  from: editionRow,
  when: (row) => row.year,
  subject: (row) => `top scorer ${editionKey(row)}`,
  phrasings: [
    (row) => `Who was the top scorer at ${editionName(row)}?`,
    (row) => `Which player scored the most goals at ${editionName(row)}?`,
  ],
  answer: (row) => row.player,
  wrong: (row, facts) => {
    const below = goalscorers(facts, row).filter(
      (one) => Number(one.goals) < Number(row.top_goals),
    );
    return [below.slice(0, 8), below].map((pool) => pool.map((one) => playerName(one.player)));
  },
  fact: (row) =>
    `${row.player} of ${team(row.team)} was the top scorer at ${editionName(row)} with ${row.top_goals} goals.`,
});

export const topScorersCountry = template<TopScorer>({
  id: 'n5',
  share: 14,
  rows: soleTopScorers,
  category: (row) => categoryOf(row.competition),
  level: countryLevel,
  key: editionKey,
  from: editionRow,
  when: (row) => row.year,
  subject: (row) => `top scorer ${editionKey(row)}`,
  phrasings: [
    (row) =>
      `${row.player} was the top scorer at ${editionName(row)}. Which country did he play for?`,
    (row) => `Which country did ${row.player}, top scorer at ${editionName(row)}, play for?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    goalscorers(facts, row)
      .slice(0, 14)
      .map((one) => one.team),
  ],
  fact: (row) => `${row.player}, top scorer at ${editionName(row)}, played for ${team(row.team)}.`,
});

export const topGoals = template<TopScorer>({
  id: 'n6',
  share: 12,
  rows: soleTopScorers,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (row.year >= '2018') return 'easy';
    return row.year >= '2002' ? 'medium' : 'hard';
  },
  key: editionKey,
  from: editionRow,
  when: (row) => row.year,
  subject: (row) => `top scorer ${editionKey(row)}`,
  phrasings: [
    (row) => `How many goals did top scorer ${row.player} get at ${editionName(row)}?`,
    (row) => `With how many goals was ${row.player} the top scorer at ${editionName(row)}?`,
  ],
  answer: (row) => row.top_goals,
  wrong: (row) => [nearNumbers(Number(row.top_goals), 2, `n6 ${editionKey(row)}`, 1)],
  fact: (row) =>
    `${row.player} was the top scorer at ${editionName(row)} with ${row.top_goals} goals.`,
});
