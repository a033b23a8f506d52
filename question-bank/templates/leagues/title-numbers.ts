import { categoryOf } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Title } from './titles-of.ts';
import { counted, leagueOf, titleKey, titleSubject } from './titles-of.ts';

export const championsPoints = template<Title>({
  id: 't3-points',
  share: 12,
  rows: counted,
  category: (row) => categoryOf(row.league),
  level: () => 'hard',
  key: titleKey,
  from: (row) => rowName('league_champions', row),
  subject: titleSubject,
  when: (row) => row.season,
  phrasings: [
    (row) => `With how many points did ${row.champion} win ${leagueOf(row)} in ${row.season}?`,
    (row) =>
      `How many points did champions ${row.champion} take in ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: (row) => row.points,
  wrong: (row) => [nearNumbers(Number(row.points), 4, `t3 ${titleKey(row)}`)],
  fact: (row) =>
    `${row.champion} won ${leagueOf(row)} in ${row.season} with ${row.points} points; ${row.runner_up || 'second place'} had ${row.runner_up_points || 'fewer'}.`,
});

export const titleMargins = template<Title>({
  id: 't3-margin',
  share: 12,
  rows: (facts) =>
    counted(facts).filter(
      (row) => row.runner_up !== '' && row.runner_up_points !== '' && margin(row) > 0,
    ),
  category: (row) => categoryOf(row.league),
  level: () => 'hard',
  key: titleKey,
  from: (row) => rowName('league_champions', row),
  subject: titleSubject,
  when: (row) => row.season,
  phrasings: [
    (row) =>
      `By how many points did ${row.champion} beat ${row.runner_up} to the ${row.season} title?`,
    (row) =>
      `How many points ahead of ${row.runner_up} did champions ${row.champion} finish in ${row.season}?`,
  ],
  answer: (row) => String(margin(row)),
  wrong: (row) => [nearNumbers(margin(row), 3, `t3m ${titleKey(row)}`, 1)],
  fact: (row) =>
    `In ${leagueOf(row)} in ${row.season}, ${row.champion} had ${row.points} points and ${row.runner_up} ${row.runner_up_points}.`,
});

function margin(row: Title): number {
  return Number(row.points) - Number(row.runner_up_points);
}

export const championsGoals = template<Title>({
  id: 't3-goals',
  share: 12,
  rows: (facts) => counted(facts).filter((row) => row.goals_for !== ''),
  category: (row) => categoryOf(row.league),
  level: () => 'hard',
  key: titleKey,
  from: (row) => rowName('league_champions', row),
  subject: titleSubject,
  when: (row) => row.season,
  phrasings: [
    (row) => `How many league goals did champions ${row.champion} score in ${row.season}?`,
    (row) =>
      `${sentence(leagueOf(row).replace(/^the /, ''))} ${row.season}: how many goals did champions ${row.champion} score?`,
  ],
  answer: (row) => row.goals_for,
  wrong: (row) => [nearNumbers(Number(row.goals_for), 5, `t3g ${titleKey(row)}`)],
  fact: (row) =>
    `${row.champion} scored ${row.goals_for} goals on the way to winning ${leagueOf(row)} in ${row.season}.`,
});
