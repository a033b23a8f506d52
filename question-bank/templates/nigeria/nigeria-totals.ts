import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { levelByYear, within } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { editionName, tournamentName } from '../nations/editions-of.ts';
import type { NigeriaMatch } from './nigeria-of.ts';
import {
  isGroupMatch,
  matchesOf,
  nigeriaKey,
  nigerianScorers,
  nigeriaRow,
  nigeriaSubject,
  score,
  yearsPlayed,
} from './nigeria-of.ts';

/** Goals of a whole tournament, shoot-outs left out. */
const goalsOf = (facts: Facts, row: NigeriaMatch): number =>
  matchesOf(facts, row).reduce((sum, one) => sum + score(one)[0], 0);

type Total = NigeriaMatch & { total: number };

export const nigeriaGoals = template<Total>({
  id: 'n12-goals',
  share: 8,
  rows: (facts) =>
    facts.nigeria
      .filter((row) => matchesOf(facts, row)[0]?.date === row.date)
      .map((row) => ({ ...row, total: goalsOf(facts, row) })),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2010' ? 'medium' : 'hard'),
  key: (row) => `${tournamentKey(row)} ${row.year}`,
  from: nigeriaRow,
  when: (row) => row.year,
  phrasings: [
    (row) => `How many goals did Nigeria score at ${editionName(row)}?`,
    (row) => `How many goals did Nigeria score in all their matches at ${editionName(row)}?`,
  ],
  answer: (row) => String(row.total),
  wrong: (row) => [nearNumbers(row.total, 2, `n12-goals ${nigeriaKey(row)}`, 0)],
  fact: (row) =>
    `Nigeria scored ${row.total} ${row.total === 1 ? 'goal' : 'goals'} at ${editionName(row)}.`,
});

type Scorer = { competition: string; player: string; years: string[]; last: NigeriaMatch };

/** Each Nigerian who scored at the tournament, with the editions at which he did. */
function scorersWithYears(facts: Facts): Scorer[] {
  const goals = nigerianScorers(facts).flatMap((row) =>
    row.scorers.map((player) => ({ player, row })),
  );
  const players = Map.groupBy(goals, ({ player, row }) => `${row.competition} ${player}`);
  return [...players.values()].flatMap((own) => {
    const last = own.at(-1);
    if (last === undefined) return [];
    const years = [...new Set(own.map(({ row }) => row.year))];
    return [{ competition: last.row.competition, player: last.player, years, last: last.row }];
  });
}

export const nigerianScorersYears = template<Scorer>({
  id: 'n12-when',
  share: 15,
  rows: scorersWithYears,
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.last.year, 2010, 1990),
  key: (row) => `${tournamentKey(row)} ${row.player}`,
  from: (row) => nigeriaRow(row.last),
  subject: (row) => nigeriaSubject(row.last),
  phrasings: [
    (row) =>
      `At which of these editions of ${tournamentName(row)} did ${row.player} score for Nigeria?`,
    (row) =>
      `${row.player} scored for Nigeria at which of these editions of ${tournamentName(row)}?`,
  ],
  answer: (row) => row.last.year,
  wrong: (row, facts) => {
    const played = yearsPlayed(facts, row.competition);
    return [8, 12, 16, 24].map((span) => played.filter((one) => within(span, one, row.last.year)));
  },
  alsoRight: (row) => row.years,
  fact: (row) =>
    `${row.player} scored for Nigeria at ${tournamentName(row)} of ${andList(row.years)}.`,
});

/** Three group matches or two, but in 1976, when two groups came one after the other. */
export const nigeriaWins = template<Total>({
  id: 'n12-wins',
  share: 8,
  rows: (facts) =>
    facts.nigeria
      .filter((row) => matchesOf(facts, row)[0]?.date === row.date && row.year !== '1976')
      .map((row) => ({ ...row, total: groupWins(facts, row) })),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2010' ? 'medium' : 'hard'),
  key: (row) => `${tournamentKey(row)} ${row.year}`,
  from: nigeriaRow,
  when: (row) => row.year,
  phrasings: [
    (row) => `How many group matches did Nigeria win at ${editionName(row)}?`,
    (row) => `How many of their group matches did Nigeria win at ${editionName(row)}?`,
  ],
  answer: (row) => String(row.total),
  wrong: () => [['0', '1', '2', '3']],
  fact: (row) =>
    `Nigeria won ${row.total === 0 ? 'none' : row.total} of their group matches at ${editionName(row)}.`,
});

function groupWins(facts: Facts, row: NigeriaMatch): number {
  return matchesOf(facts, row).filter((one) => isGroupMatch(one) && score(one)[0] > score(one)[1])
    .length;
}
