import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { endYear, levelByYear, NEVER_EASY, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { matchesAt, scorersFor } from '../nations/facts.ts';
import { clubsOf } from '../players/players-of.ts';
import { isBigClub } from '../shared/famous.ts';
import {
  cupName,
  cupOnly,
  type Final,
  finalistsAround,
  finalKey,
  finalName,
  finalRow,
  finalSubject,
  finalsAround,
  finalYear,
  isAfrican,
  isClubCup,
  realFinals,
} from './finals.ts';

function level(final: Final): Level {
  return isAfrican(final)
    ? levelByYear(final.season, 2013, 1994)
    : levelByYear(final.season, 2010, 1986);
}

/**
 * Players who decided a final's shoot-out or won its penalty. Many fans wrongly remember that they
 * scored.
 */
const NEARLY_SCORED: Readonly<Record<string, readonly string[]>> = {
  'champions-league 1984': ['Alan Kennedy'],
  'champions-league 2019': ['Sadio Mané'],
};

const scorerOf = (row: FinalGoals): string =>
  pick(row.scorers, `f7 ${finalKey(row.final)} ${row.team}`);

export const finalScorers = template<FinalGoals>({
  id: 'f7',
  share: 15,
  // In a club final, the scorer would be conspicuous if no other option were of his club.
  rows: (facts) =>
    finalGoals(facts).filter(
      (row) => !isClubCup(row.final) || clubMates(facts, row).flat().length >= 2,
    ),
  category: (row) => categoryOf(row.final.competition),
  level: (row) => level(row.final),
  key: (row) => `${finalKey(row.final)} ${row.team}`,
  from: (row) => finalRow(row.final),
  subject: (row) => finalSubject(row.final),
  when: (row) => finalYear(row.final),
  phrasings: [
    (row) => `Who scored for ${team(row.team)} in ${finalName(row.final)}?`,
    (row) => `Which of these players scored for ${team(row.team)} in ${finalName(row.final)}?`,
  ],
  answer: scorerOf,
  wrong: (row, facts) => {
    if (isClubCup(row.final)) return clubForwards(facts, row);
    const { season } = row.final;
    const near = goalsInFinals(facts, row.final).filter((one) => within(8, one.season, season));
    const sameSide = near.filter((one) => one.team === row.team);
    return [
      [...scorersBefore(facts, row), ...sameSide.map((one) => one.player)],
      near.map((one) => one.player),
    ];
  },
  // The tables may spell a scorer of the final in two ways, and no spelling may be a wrong option.
  alsoRight: (row, facts) => [
    ...(NEARLY_SCORED[finalKey(row.final)] ?? []),
    ...goalsInFinals(facts, row.final)
      .filter((one) => endYear(one.season) === endYear(row.final.season))
      .map((one) => one.player),
    ...tournamentMatches(facts, row)
      .filter((one) => one.stage === 'final')
      .flatMap((one) => scorersFor(one, row.team)),
  ],
  fact: (row) => `${andList(row.scorers)} scored for ${team(row.team)} in ${finalName(row.final)}.`,
});

/** The side's matches at that tournament. Empty for a club. */
function tournamentMatches(facts: Facts, row: FinalGoals): ReturnType<typeof matchesAt> {
  const { competition, season } = row.final;
  if (isClubCup(row.final)) return [];
  return matchesAt(facts, { competition, year: season }).filter(
    (one) => one.home === row.team || one.away === row.team,
  );
}

/** Players who scored for the side on its way to the final. */
function scorersBefore(facts: Facts, row: FinalGoals): string[] {
  return tournamentMatches(facts, row)
    .filter((one) => one.stage !== 'final')
    .flatMap((one) => scorersFor(one, row.team));
}

export const winnersCountries = template<Final>({
  id: 'f11',
  share: 15,
  rows: (facts) => {
    const lastTitles = new Map<string, Final>();
    for (const row of facts.cup_finals.filter(isClubCup)) lastTitles.set(row.winner, row);
    return [...lastTitles.values()].filter((row) => list(row.winner_country).length === 1);
  },
  category: (row) => categoryOf(row.competition),
  level: () => 'easy',
  key: (row) => row.winner,
  from: finalRow,
  when: finalYear,
  phrasings: [
    (row) => `From which country are ${row.winner}, winners of ${cupName(row)}?`,
    (row) => `${row.winner} won ${cupName(row)}. Which country are they from?`,
  ],
  answer: (row) => nation(row.winner_country),
  wrong: (row, facts) => [finalsAround(facts, row, 99).map((one) => nation(one.winner_country))],
  fact: (row) =>
    `${row.winner}, winners of ${cupName(row)}, are from ${team(nation(row.winner_country))}${row.winner_country.startsWith('Yugoslavia') ? ', then in Yugoslavia' : ''}.`,
});

function nation(cell: string): string {
  return cell.replace(/^Yugoslavia \((.*)\)$/, '$1');
}

type Scorer = Row<'final_goalscorers'> & { years: string[]; wonItAlone: boolean };

/** The scorers of finals since the table has every goal, each with his latest final. */
function scorersWithYears(facts: Facts): Scorer[] {
  const complete = finalGoals(facts).filter((row) => row.final.season >= '1988');
  return complete.flatMap(({ final, team: side, scorers }) => {
    const wonItAlone = side === final.winner && scorers.length === 1;
    return scorers.flatMap((player) => {
      const goals = goalsInFinals(facts, final).filter((one) => one.player === player);
      const last = goals.at(-1);
      if (last === undefined || endYear(last.season) !== endYear(final.season)) return [];
      return [{ ...last, years: [...new Set(goals.map(finalYear))], wonItAlone }];
    });
  });
}

/**
 * Scorers in recent finals whose goal is as famous as they are, though other players scored in the
 * final too.
 */
const STARS = new Set([
  ...['Lionel Messi', 'Cristiano Ronaldo', 'Kylian Mbappé', 'Neymar', 'Mohamed Salah'],
  ...['Gareth Bale', 'Sergio Ramos', 'Arjen Robben', 'Wayne Rooney', 'Sadio Mané'],
  ...['Ángel Di María', 'Antoine Griezmann', 'Paul Pogba', 'Thomas Müller', 'Ousmane Dembélé'],
  ...['Désiré Doué', 'Khvicha Kvaratskhelia'],
]);

/** True for a goal that fans know. In African finals they know only the goals of Nigerians. */
const isKnownGoal = (row: Scorer): boolean =>
  isAfrican(row) ? row.team === 'Nigeria' : row.wonItAlone || STARS.has(row.player);

/**
 * The finals of the scorer's team that went to penalties. They count as right too, because a fan
 * who saw his penalty says that he scored.
 */
function shootoutYears(facts: Facts, row: Scorer): string[] {
  return realFinals(facts)
    .filter((one) => one.penalties !== '' && cupOnly(one) === cupOnly(row))
    .filter((one) => [one.winner, one.runner_up].includes(row.team))
    .map(finalYear);
}

export const scorersYears = template<Scorer>({
  id: 'f18',
  share: 12,
  rows: scorersWithYears,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.season, isKnownGoal(row) ? 2010 : NEVER_EASY, 1994),
  key: (row) => `${categoryOf(row.competition)} ${row.player}`,
  from: (row) => rowName('final_goalscorers', row),
  phrasings: [
    (row) => `Which of these ${cupOnly(row)} finals did ${row.player} score in?`,
    (row) => `In which of these ${cupOnly(row)} finals did ${row.player} score?`,
  ],
  answer: (row) => row.years.at(-1) ?? '',
  wrong: (row, facts) => {
    const finals = finalGoals(facts)
      .map((one) => one.final)
      .filter((one) => cupOnly(one) === cupOnly(row));
    return [4, 8, 12].map((span) =>
      finals
        .filter((one) => one.season >= '1987' && within(span, one.season, row.season))
        .map(finalYear),
    );
  },
  alsoRight: (row, facts) => [...row.years, ...shootoutYears(facts, row)],
  fact: (row) =>
    `${row.player} scored for ${team(row.team)} in the ${cupOnly(row)} ${row.years.length > 1 ? 'finals' : 'final'} of ${andList(row.years)}.`,
});

type ClubScorer = { goals: FinalGoals; player: string };

export const scorersClubs = template<ClubScorer>({
  id: 'f17',
  share: 12,
  rows: (facts) =>
    finalGoals(facts)
      .filter(({ final }) => isClubCup(final))
      .flatMap((goals) => goals.scorers.map((player) => ({ goals, player }))),
  category: (row) => categoryOf(row.goals.final.competition),
  level: ({ goals }) =>
    levelByYear(goals.final.season, isBigClub('EPL', goals.team) ? 1999 : 2008, 1993),
  key: (row) => `${finalYear(row.goals.final)} ${row.player}`,
  from: (row) => finalRow(row.goals.final),
  subject: (row) => finalSubject(row.goals.final),
  when: (row) => finalYear(row.goals.final),
  phrasings: [
    (row) => `For which club did ${row.player} score in ${finalName(row.goals.final)}?`,
    (row) => `${row.player} scored in ${finalName(row.goals.final)}. For which club?`,
  ],
  answer: (row) => row.goals.team,
  wrong: (row, facts) => [
    [row.goals.final.winner, row.goals.final.runner_up],
    finalistsAround(facts, row.goals.final, 4),
    finalistsAround(facts, row.goals.final, 8),
  ],
  fact: (row) => `${row.player} scored for ${row.goals.team} in ${finalName(row.goals.final)}.`,
});

type Goal = Row<'final_goalscorers'>;

/**
 * The number of players that a line-up names before its midfielders: the goalkeeper, then mostly
 * four defenders.
 */
const BEHIND_MIDFIELD = 5;

/** The scorers of one side in a final. */
export type FinalGoals = { final: Final; team: string; scorers: string[] };

/** The goals of all finals of that cup, without own goals. */
export function goalsInFinals(facts: Facts, row: { competition: string }): Goal[] {
  return facts.final_goalscorers.filter(
    (one) => categoryOf(one.competition) === categoryOf(row.competition) && one.own_goal === '0',
  );
}

/** The scorers of both teams, for finals with every goal in the table. */
export const finalGoals = oncePerFacts((facts): readonly FinalGoals[] =>
  realFinals(facts).flatMap((final) => {
    const goals = facts.final_goalscorers.filter(
      (one) =>
        categoryOf(one.competition) === categoryOf(final.competition) &&
        endYear(one.season) === endYear(final.season),
    );
    const expected = Number(final.winner_goals) + Number(final.runner_up_goals);
    if (goals.length !== expected || endYear(final.season) < 1962) return [];
    return [final.winner, final.runner_up].flatMap((side) => {
      const own = goals.filter((one) => one.team === side && one.own_goal === '0');
      const scorers = [...new Set(own.map((one) => one.player))];
      return scorers.length === 0 ? [] : [{ final, team: side, scorers }];
    });
  }),
);

/**
 * Whether a famous player of the club may have been there in that year. The table has no years of
 * players.
 */
function isOfThatTime(player: Row<'famous_players'>, year: number): boolean {
  if (year >= 2018) return player.active_2026 === '1';
  return year >= 1995 && (year >= 2010 || player.active_2026 === '0');
}

/** The year that a line-up belongs to: "in the 2011 final", "champions of 2008-09". */
const yearOf = (lineUp: Row<'line_ups'>): string => lineUp.match.match(/\d{4}(-\d\d)?/)?.[0] ?? '';

/**
 * Midfielders and forwards of the scorer's own club who did not score in that final. Those of the
 * years around the final come first, then the club's famous players.
 */
function clubMates(facts: Facts, row: FinalGoals): string[][] {
  const { season } = row.final;
  const inFinals = goalsInFinals(facts, row.final)
    .filter((one) => one.team === row.team && within(6, one.season, season))
    .map((one) => one.player);
  const lineUps = facts.line_ups
    .filter((one) => one.team === row.team && within(4, yearOf(one), season))
    .flatMap((one) => list(one.players).slice(BEHIND_MIDFIELD))
    .map((cell) => cell.replace(/\*.*$/, ''));
  const famous = facts.famous_players
    .filter((one) => isOfThatTime(one, endYear(season)) && clubsOf(one).includes(row.team))
    .filter((one) => /forward|midfielder/.test(one.position))
    .map((one) => one.player);
  const others = (players: readonly string[]): string[] =>
    [...new Set(players)].filter((one) => !row.scorers.includes(one));
  const near = others([...inFinals, ...lineUps]);
  return [near, others(famous).filter((one) => !near.includes(one))];
}

/**
 * Wrong options for a final between clubs. Men of the scorer's club come first, then scorers of the
 * two clubs within four years, then others of about the same years. The scorers are those of the
 * cup's finals and its top scorers.
 */
function clubForwards(facts: Facts, row: FinalGoals): string[][] {
  const { season, winner, runner_up } = row.final;
  const scorers = goalsInFinals(facts, row.final);
  const top = facts.league_top_scorers.filter((one) => one.competition === 'UCL');
  const near = (span: number): { player: string; club: string }[] => [
    ...scorers
      .filter((one) => within(span, one.season, season))
      .map((one) => ({ player: one.player, club: one.team })),
    ...top.filter((one) => within(Math.min(span, 4), one.season, season)),
  ];
  const own = near(4).filter((one) => [winner, runner_up].includes(one.club));
  const others = [own, near(3), near(6)].map((pool) => pool.map((one) => one.player));
  return [...clubMates(facts, row), ...others];
}
