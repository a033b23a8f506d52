import { categoryOf, isTainted, leagueName, levelByYear, sentence, within } from '../names.ts';
import { nearNumbers } from '../near.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';

type Title = Row<'league_champions'>;

/** Notes on the first-place rows that warn of the totals of a season, or of all of it. */
const WARNS_OF_ALL = /mislabelled|special format/;
const WARNS_OF_TOTALS = /not verified|not final/;

function titles(facts: Facts): Title[] {
  return facts.league_champions.filter(
    (row) =>
      row.disputed === '0' &&
      row.champion !== '' &&
      !WARNS_OF_ALL.test(row.note) &&
      !isTainted(row.league, row.season),
  );
}

function counted(facts: Facts): Title[] {
  return titles(facts).filter((row) => row.points !== '' && !WARNS_OF_TOTALS.test(row.note));
}

const keyOf = (row: Title): string => `${row.league} ${row.season}`;
const league = (row: Title): string => leagueName(row.league, row.season);

/** Clubs that finished between two places of that season. */
function placed(facts: Facts, row: Title, from: number, to: number): string[] {
  return facts.season_tables
    .filter((one) => one.league === row.league && one.season === row.season)
    .filter((one) => Number(one.pos) >= from && Number(one.pos) <= to)
    .map((one) => one.team);
}

function championsAround(facts: Facts, row: Title, span: number): string[] {
  return titles(facts)
    .filter((one) => one.league === row.league && within(span, one.season, row.season))
    .flatMap((one) => [one.champion, one.runner_up])
    .filter((club) => club !== '');
}

export const champions = template<Title>({
  id: 't1',
  share: 22,
  rows: titles,
  category: (row) => categoryOf(row.league),
  level: (row) => levelByYear(row.season, 2010, 1993),
  key: keyOf,
  subject: (row) => `title ${keyOf(row)}`,
  phrasings: [
    (row) => `Which club won ${league(row)} in ${row.season}?`,
    (row) => `Who were the champions of ${league(row)} in ${row.season}?`,
    (row) => `Which club finished top of ${league(row)} in ${row.season}?`,
  ],
  answer: (row) => row.champion,
  wrong: (row, facts) => [
    [...placed(facts, row, 2, 3), ...championsAround(facts, row, 3)],
    [...placed(facts, row, 2, 5), ...championsAround(facts, row, 8)],
  ],
  fact: (row) =>
    row.points === ''
      ? `${row.champion} won ${league(row)} in ${row.season}.`
      : `${row.champion} won ${league(row)} in ${row.season} with ${row.points} points.`,
});

export const runnersUp = template<Title>({
  id: 't2',
  share: 22,
  rows: (facts) => titles(facts).filter((row) => row.runner_up !== ''),
  category: (row) => categoryOf(row.league),
  level: (row) => levelByYear(row.season, 9999, 2010),
  key: keyOf,
  subject: (row) => `title ${keyOf(row)}`,
  phrasings: [
    (row) => `Which club finished second in ${league(row)} in ${row.season}?`,
    (row) => `Who were runners-up in ${league(row)} in ${row.season}?`,
    (row) => `In ${row.season}, which club came second in ${league(row)}?`,
  ],
  answer: (row) => row.runner_up,
  wrong: (row, facts) => [
    [row.champion, ...placed(facts, row, 3, 5)],
    championsAround(facts, row, 5),
  ],
  fact: (row) =>
    `${row.runner_up} finished second in ${league(row)} in ${row.season}, behind ${row.champion}.`,
});

export const championsPoints = template<Title>({
  id: 't3-points',
  share: 16,
  rows: counted,
  category: (row) => categoryOf(row.league),
  level: () => 'hard',
  key: keyOf,
  subject: (row) => `title ${keyOf(row)}`,
  phrasings: [
    (row) => `With how many points did ${row.champion} win ${league(row)} in ${row.season}?`,
    (row) =>
      `How many points did champions ${row.champion} take in ${league(row)} in ${row.season}?`,
  ],
  answer: (row) => row.points,
  wrong: (row) => [nearNumbers(Number(row.points), 4, `t3 ${keyOf(row)}`)],
  fact: (row) =>
    `${row.champion} won ${league(row)} in ${row.season} with ${row.points} points; ${row.runner_up || 'second place'} had ${row.runner_up_points || 'fewer'}.`,
});

export const titleMargins = template<Title>({
  id: 't3-margin',
  share: 12,
  rows: (facts) => counted(facts).filter((row) => row.runner_up !== '' && margin(row) > 0),
  category: (row) => categoryOf(row.league),
  level: () => 'hard',
  key: keyOf,
  subject: (row) => `title ${keyOf(row)}`,
  phrasings: [
    (row) =>
      `By how many points did ${row.champion} beat ${row.runner_up} to the ${row.season} title?`,
    (row) =>
      `How many points ahead of ${row.runner_up} did champions ${row.champion} finish in ${row.season}?`,
  ],
  answer: (row) => String(margin(row)),
  wrong: (row) => [nearNumbers(margin(row), 3, `t3m ${keyOf(row)}`, 1)],
  fact: (row) =>
    `In ${league(row)} in ${row.season}, ${row.champion} had ${row.points} points and ${row.runner_up} ${row.runner_up_points}.`,
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
  key: keyOf,
  subject: (row) => `title ${keyOf(row)}`,
  phrasings: [
    (row) => `How many league goals did champions ${row.champion} score in ${row.season}?`,
    (row) =>
      `${sentence(league(row).replace(/^the /, ''))} ${row.season}: how many goals did champions ${row.champion} score?`,
  ],
  answer: (row) => row.goals_for,
  wrong: (row) => [nearNumbers(Number(row.goals_for), 5, `t3g ${keyOf(row)}`)],
  fact: (row) =>
    `${row.champion} scored ${row.goals_for} goals on the way to winning ${league(row)} in ${row.season}.`,
});
