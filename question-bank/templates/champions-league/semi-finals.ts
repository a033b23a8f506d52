import { endYear, within } from '../../generator/seasons.ts';
import { type Facts, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { hash } from '../../text/hash.ts';

type Four = { competition: string; season: string; teams: string[]; odd: string };

/** The last four clubs of each season, with the beaten club that the question asks for. */
function lastFours(facts: Facts): Four[] {
  const rows = facts.semi_finalists.filter((row) => row.competition.includes('European'));
  return [...Map.groupBy(rows, (row) => row.year)].flatMap(([season, four]) => {
    const teams = four.map((one) => one.team);
    const odd = beaten(facts, season, teams);
    const competition = four[0]?.competition ?? '';
    return teams.length === 4 && odd !== '' ? [{ competition, season, teams, odd }] : [];
  });
}

/** One of the two clubs that lost in the semi-finals. */
function beaten(facts: Facts, season: string, teams: readonly string[]): string {
  const final = facts.cup_finals.find((one) => one.season === season);
  const losers = teams.filter((one) => one !== final?.winner && one !== final?.runner_up);
  return losers[hash(`semi ${season}`) % losers.length] ?? '';
}

const cup = (season: string): string =>
  endYear(season) < 1993 ? 'European Cup' : 'Champions League';

export const semiFinalists = template<Four>({
  id: 'f8-semi',
  share: 15,
  rows: lastFours,
  category: () => 'uefa-champions-league',
  level: (row): Level => {
    if (endYear(row.season) >= 2015) return 'easy';
    return endYear(row.season) >= 2000 ? 'medium' : 'hard';
  },
  key: (row) => row.season,
  from: (row) =>
    rowName('semi_finalists', { competition: row.competition, year: row.season, team: row.odd }),
  subject: (row) => `semi-finals ${row.season}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs reached the ${cup(row.season)} semi-finals in ${row.season}?`,
    (row) =>
      `Which of these clubs was among the last four of the ${row.season} ${cup(row.season)}?`,
  ],
  answer: (row) => row.odd,
  wrong: (row, facts) => {
    const near = lastFours(facts).filter((one) => within(4, one.season, row.season));
    return [near.flatMap((one) => one.teams)];
  },
  alsoRight: (row) => row.teams,
  fact: (row) => `The ${row.season} ${cup(row.season)} semi-finalists were ${andList(row.teams)}.`,
});
