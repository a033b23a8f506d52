import { categoryOf } from '../../generator/competitions.ts';
import { endYear, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import type { Title } from './titles-of.ts';
import { championsAround, leagueOf, titles } from './titles-of.ts';

type Span = { league: string; season: string; last: string; run: Title[]; winners: string[] };

/** Every run of so many seasons, one beginning each `step` years, with its champions. */
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

/** Clubs that came third or fourth in those years. */
function topClubs(facts: Facts, row: Span): string[] {
  return facts.season_tables
    .filter((one) => one.league === row.league && within(5, one.season, row.last))
    .filter((one) => one.pos === '3' || one.pos === '4')
    .map((one) => one.team);
}

type Winner = Span & { title: Title };

/** Each run with one of its titles. */
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

/** Runs with three champions or more, each with a club that was not among them. */
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
