import { list } from '../../generator/cells.ts';
import { categoryOf, isLeague } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { endYear, levelByYear, NEVER_EASY, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, rowName } from '../../generator/tables.ts';
import { type Template, template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import {
  championsAround,
  counted,
  cup,
  type Honours,
  honours,
  leagueOf,
  type Title,
  tableOf,
  teamsPlaced,
  titleKey,
  titleSubject,
  titles,
} from './facts.ts';

/** Fields that all questions about a title share. */
const ofTitle = {
  category: (row) => categoryOf(row.league),
  key: titleKey,
  from: (row) => rowName('league_champions', row),
  subject: titleSubject,
  when: (row) => row.season,
} satisfies Partial<Template<Title>>;

export const champions = template<Title>({
  id: 't1',
  share: 15,
  ...ofTitle,
  rows: titles,
  level: (row) => levelByYear(row.season, 2010, 1993),
  phrasings: [
    (row) => `Which club won ${leagueOf(row)} in ${row.season}?`,
    (row) => `Who were the champions of ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which club finished top of ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: (row) => row.champion,
  wrong: (row, facts) => {
    const table = tableOf(facts, row);
    return [
      [...teamsPlaced(table, 2, 3), ...championsAround(facts, row, 3)],
      [...teamsPlaced(table, 2, 5), ...championsAround(facts, row, 8)],
    ];
  },
  fact: (row) =>
    row.points === ''
      ? `${row.champion} won ${leagueOf(row)} in ${row.season}.`
      : `${row.champion} won ${leagueOf(row)} in ${row.season} with ${row.points} points.`,
});

export const runnersUp = template<Title>({
  id: 't2',
  share: 15,
  ...ofTitle,
  rows: (facts) => titles(facts).filter((row) => row.runner_up !== ''),
  level: (row) => levelByYear(row.season, 2016, 2003),
  phrasings: [
    (row) => `Which club finished second in ${leagueOf(row)} in ${row.season}?`,
    (row) => `Who were runners-up in ${leagueOf(row)} in ${row.season}?`,
    (row) => `In ${row.season}, which club came second in ${leagueOf(row)}?`,
  ],
  answer: (row) => row.runner_up,
  wrong: (row, facts) => [
    [row.champion, ...teamsPlaced(tableOf(facts, row), 3, 5)],
    championsAround(facts, row, 5),
  ],
  fact: (row) =>
    `${row.runner_up} finished second in ${leagueOf(row)} in ${row.season}, behind ${row.champion}.`,
});

export const championsPoints = template<Title>({
  id: 't3-points',
  share: 12,
  ...ofTitle,
  rows: counted,
  level: () => 'hard',
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
  ...ofTitle,
  rows: (facts) =>
    counted(facts).filter(
      (row) => row.runner_up !== '' && row.runner_up_points !== '' && margin(row) > 0,
    ),
  level: () => 'hard',
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
  ...ofTitle,
  rows: (facts) => counted(facts).filter((row) => row.goals_for !== ''),
  level: () => 'hard',
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

type SecondPlaces = { league: string; club: string; seasons: string[]; season: string };

/** A league's seasons with an undisputed champion. */
function seasonsOf(facts: Facts, league: string): string[] {
  return titles(facts)
    .filter((row) => row.league === league)
    .map((row) => row.season);
}

const lastOf = (row: Honours): string => list(row.seasons).at(-1) ?? '';

export const titleSeasons = template<Honours>({
  id: 't22-one',
  share: 12,
  rows: (facts) =>
    honours(facts).filter((row) => isLeague(row.competition) && Number(row.titles) >= 2),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(lastOf(row), 2010, 1993),
  key: (row) => `${row.competition} ${row.club}`,
  from: (row) => rowName('club_titles', row),
  phrasings: [
    (row) => `In which of these seasons did ${row.club} win ${cup(row)}?`,
    (row) => `In which of these seasons were ${row.club} champions of ${cup(row)}?`,
  ],
  answer: lastOf,
  wrong: (row, facts) =>
    [5, 8, 14].map((span) =>
      seasonsOf(facts, row.competition).filter((one) => within(span, one, lastOf(row))),
    ),
  alsoRight: (row) => list(row.seasons),
  fact: (row) => `${row.club} won ${cup(row)} in ${lastOf(row)}.`,
});

/** Titles thrown away or lost on the last day. Nobody remembers other second places. */
const NEAR_MISSES: Readonly<Record<string, string>> = {
  'EPL Newcastle United': '1995-96',
  'EPL Liverpool': '2013-14',
  'EPL Arsenal': '2022-23',
  'LaLiga Deportivo La Coruña': '1993-94',
  'Bundesliga Schalke 04': '2000-01',
  'Bundesliga Bayer Leverkusen': '2001-02',
  'Bundesliga Borussia Dortmund': '2022-23',
};

/** The clubs with a famous near miss, with every season in which they came second. */
function secondPlaces(facts: Facts): SecondPlaces[] {
  const clubs = Map.groupBy(titles(facts), (row) => `${row.league} ${row.runner_up}`);
  return [...clubs].flatMap(([name, rows]) => {
    const missed = rows.find((row) => row.season === NEAR_MISSES[name]);
    if (missed === undefined) return [];
    const { league, runner_up: club, season } = missed;
    return [{ league, club, seasons: rows.map((row) => row.season), season }];
  });
}

export const secondPlaceSeasons = template<SecondPlaces>({
  id: 't22-second',
  share: 10,
  rows: secondPlaces,
  category: (row) => categoryOf(row.league),
  level: (row) => levelByYear(row.season, NEVER_EASY, 2005),
  key: (row) => `${row.league} ${row.club}`,
  from: (row) => rowName('league_champions', row),
  subject: (row) => `title ${row.league} ${row.season}`,
  phrasings: [
    (row) => `In which of these seasons did ${row.club} finish second in ${leagueOf(row)}?`,
    (row) => `In which of these seasons were ${row.club} runners-up in ${leagueOf(row)}?`,
  ],
  answer: (row) => row.season,
  wrong: (row, facts) => {
    const decided = titles(facts)
      .filter((one) => one.league === row.league && one.runner_up !== '')
      .map((one) => one.season);
    return [5, 8].map((span) => decided.filter((one) => within(span, one, row.season)));
  },
  alsoRight: (row) => row.seasons,
  fact: (row) => `${row.club} finished second in ${leagueOf(row)} in ${row.season}.`,
});

type Span = { league: string; season: string; last: string; run: Title[]; winners: string[] };

/** The runs of `seasons` seasons, each with its champions. A run begins every `step` years. */
function spans(facts: Facts, seasons: number, step: number): Span[] {
  const leagues = Map.groupBy(titles(facts), (row) => row.league);
  return [...leagues].flatMap(([league, rows]) =>
    rows
      .filter((row) => endYear(row.season) >= 1993 && endYear(row.season) % step === 0)
      .flatMap((row) => {
        const run = rows.filter((one) => isInRun(one, row, seasons));
        const last = run.at(-1)?.season ?? '';
        const winners = [...new Set(run.map((one) => one.champion))];
        return run.length === seasons ? [{ league, season: row.season, last, run, winners }] : [];
      }),
  );
}

function isInRun(one: Title, first: Title, seasons: number): boolean {
  const years = endYear(one.season) - endYear(first.season);
  return years >= 0 && years < seasons;
}

const keyOf = (row: Span): string => `${row.league} ${row.season} ${row.last}`;

function levelOf(row: Span): Level {
  if (endYear(row.season) >= 2011) return 'easy';
  return 'medium';
}

/** Clubs that came third or fourth in the years of the run. */
function topClubs(facts: Facts, row: Span): string[] {
  return facts.season_tables
    .filter((one) => one.league === row.league && within(5, one.season, row.last))
    .filter((one) => one.pos === '3' || one.pos === '4')
    .map((one) => one.team);
}

type Winner = Span & { title: Title };

/** Each run with the title that is asked about. */
function titlesIn(facts: Facts): Winner[] {
  return spans(facts, 6, 2).map((row) => ({
    ...row,
    title: pick(row.run, `span ${row.league} ${row.season}`),
  }));
}

export const wonBetween = template<Winner>({
  id: 'o10',
  share: 12,
  rows: titlesIn,
  category: (row) => categoryOf(row.league),
  level: levelOf,
  key: keyOf,
  from: (row) => rowName('league_champions', row.title),
  when: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs won ${leagueOf(row)} between ${row.season} and ${row.last}?`,
    (row) => `From ${row.season} to ${row.last}, which of these clubs won ${leagueOf(row)}?`,
  ],
  answer: (row) => row.title.champion,
  wrong: (row, facts) => [championsAround(facts, row, 8), topClubs(facts, row)],
  alsoRight: (row) => row.winners,
  fact: (row) =>
    `Between ${row.season} and ${row.last} ${leagueOf(row)} was won by ${andList(row.winners)}.`,
});

type Loser = Span & { loser: string };

/** Runs with three champions or more, each with a club that won none of the run's titles. */
function losers(facts: Facts): Loser[] {
  return spans(facts, 10, 2).flatMap((row) => {
    const others = championsAround(facts, row, 10).filter((one) => !row.winners.includes(one));
    if (row.winners.length < 3 || others.length === 0) return [];
    return [{ ...row, loser: pick([...new Set(others)], `lost ${keyOf(row)}`) }];
  });
}

export const didNotWin = template<Loser>({
  id: 'o11',
  share: 10,
  rows: losers,
  category: (row) => categoryOf(row.league),
  level: levelOf,
  key: keyOf,
  from: (row) => rowName('league_champions', row),
  when: (row) => row.season,
  phrasings: [
    (row) =>
      `Which of these clubs did not win ${leagueOf(row)} between ${row.season} and ${row.last}?`,
    (row) => `From ${row.season} to ${row.last}, which of these clubs never won ${leagueOf(row)}?`,
  ],
  answer: (row) => row.loser,
  wrong: (row) => [row.winners],
  fact: (row) =>
    `Between ${row.season} and ${row.last} ${leagueOf(row)} was won by ${andList(row.winners)}.`,
});
