import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear, levelByYear, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { matchesAt, scorersFor } from '../nations/matches-of.ts';
import type { FinalGoals } from './final-goals-of.ts';
import { clubForwards, clubMates, finalGoals, goalsInFinals } from './final-goals-of.ts';
import type { Final } from './finals-of.ts';
import {
  cupName,
  finalKey,
  finalName,
  finalRow,
  finalSubject,
  finalsAround,
  finalYear,
  isAfrican,
  isClubCup,
} from './finals-of.ts';

function level(final: Final): Level {
  return isAfrican(final)
    ? levelByYear(final.season, 2013, 1994)
    : levelByYear(final.season, 2010, 1986);
}

/** Decided the shoot-out of a final, or won its penalty: many remember a goal. */
const NEARLY_SCORED: Readonly<Record<string, readonly string[]>> = {
  'champions-league 1984': ['Alan Kennedy'],
  'champions-league 2019': ['Sadio Mané'],
};

const scorerOf = (row: FinalGoals): string =>
  pick(row.scorers, `f7 ${finalKey(row.final)} ${row.team}`);

export const finalScorers = template<FinalGoals>({
  id: 'f7',
  share: 15,
  // Among men of other clubs the one of this club would stand out.
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
  // The tables may spell a scorer of the final in two ways: both are kept out.
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

/** The matches of the side at that tournament; none for a club. */
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
