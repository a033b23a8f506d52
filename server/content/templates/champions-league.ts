import { endYear } from '../names.ts';
import { nearScores } from '../near.ts';
import type { Level } from '../question.ts';
import { hash } from '../seeded.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';

type Tie = Row<'ucl_knockouts'>;
type Match = Row<'ucl_big_matches'>;
type Four = { season: string; teams: string[]; odd: string };

const CATEGORY = 'uefa-champions-league';

function clubsOfSeason(facts: Facts, season: string): string[] {
  return facts.ucl_knockouts
    .filter((one) => one.season === season)
    .flatMap((one) => [one.winner, one.loser]);
}

export const knockedOut = template<Tie>({
  id: 'f8-out',
  share: 20,
  rows: (facts) => facts.ucl_knockouts,
  category: () => CATEGORY,
  level: (row): Level =>
    row.round === 'semi-final' && endYear(row.season) >= 2019 ? 'easy' : 'medium',
  key: (row) => `${row.season} ${row.loser}`,
  phrasings: [
    (row) => `Who knocked ${row.loser} out of the Champions League ${row.round}s in ${row.season}?`,
    (row) => `Which club beat ${row.loser} in the ${row.season} Champions League ${row.round}s?`,
  ],
  answer: (row) => row.winner,
  wrong: (row, facts) => [clubsOfSeason(facts, row.season)],
  alsoRight: (row) => [row.loser],
  fact: (row) =>
    `${row.winner} knocked out ${row.loser} in the ${row.round}s of the ${row.season} Champions League.`,
});

export const aggregates = template<Tie>({
  id: 'f9',
  share: 18,
  rows: (facts) => facts.ucl_knockouts.filter((row) => goals(row)[0] !== goals(row)[1]),
  category: () => CATEGORY,
  level: () => 'hard',
  key: (row) => `${row.season} ${row.loser}`,
  phrasings: [
    (row) =>
      `By what aggregate did ${row.winner} beat ${row.loser} in the ${row.season} Champions League?`,
    (row) =>
      `${row.season} Champions League, ${row.winner} v ${row.loser}: what was the aggregate score?`,
  ],
  answer: (row) => row.aggregate,
  wrong: (row) => nearScores(...goals(row)).slice(0, 1),
  fact: (row) =>
    `${row.winner} beat ${row.loser} ${row.aggregate} on aggregate in the ${row.round}s of the ${row.season} Champions League.`,
});

function goals(row: Tie): [number, number] {
  const [first, second] = row.aggregate.split('-').map(Number);
  return [first ?? 0, second ?? 0];
}

export const bigScores = template<Match>({
  id: 'f10',
  share: 18,
  rows: (facts) =>
    facts.ucl_big_matches.filter((row) =>
      ['group stage', 'league phase', 'round of 16'].includes(row.round),
    ),
  category: () => CATEGORY,
  level: () => 'hard',
  key: (row) => `${row.season} ${row.home} ${row.away}`,
  phrasings: [
    (row) => `Champions League ${row.round}, ${row.season}: how did ${row.home} v ${row.away} end?`,
    (row) =>
      `What was the score of ${row.home} v ${row.away} in the ${row.season} Champions League?`,
  ],
  answer: (row) => `${row.home_goals}-${row.away_goals}`,
  wrong: (row) => nearScores(Number(row.home_goals), Number(row.away_goals)).slice(0, 1),
  fact: (row) =>
    `${row.home} ${row.home_goals}-${row.away_goals} ${row.away} in the ${row.round} of the ${row.season} Champions League.`,
});

/** The last four of each season, with the one that is asked for. */
function lastFours(facts: Facts): Four[] {
  const seasons = new Map<string, string[]>();
  for (const row of facts.semi_finalists) {
    if (!row.competition.includes('European')) continue;
    seasons.set(row.year, [...(seasons.get(row.year) ?? []), row.team]);
  }
  return [...seasons]
    .filter(([, teams]) => teams.length === 4)
    .map(([season, teams]) => ({ season, teams, odd: beaten(facts, season, teams) }))
    .filter((row) => row.odd !== '');
}

/** One of the two that lost in the semi-finals. */
function beaten(facts: Facts, season: string, teams: readonly string[]): string {
  const final = facts.cup_finals.find((one) => one.season === season);
  const losers = teams.filter((one) => one !== final?.winner && one !== final?.runner_up);
  return losers[hash(`semi ${season}`) % losers.length] ?? '';
}

const cup = (season: string): string =>
  endYear(season) < 1993 ? 'European Cup' : 'Champions League';

export const semiFinalists = template<Four>({
  id: 'f8-semi',
  share: 20,
  rows: lastFours,
  category: () => CATEGORY,
  level: (row): Level => (endYear(row.season) >= 2003 ? 'medium' : 'hard'),
  key: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs reached the ${cup(row.season)} semi-finals in ${row.season}?`,
    (row) =>
      `Which of these clubs was among the last four of the ${row.season} ${cup(row.season)}?`,
  ],
  answer: (row) => row.odd,
  wrong: (row, facts) => {
    const near = lastFours(facts).filter(
      (one) => Math.abs(endYear(one.season) - endYear(row.season)) <= 4,
    );
    return [near.flatMap((one) => one.teams)];
  },
  alsoRight: (row) => row.teams,
  fact: (row) =>
    `The ${row.season} ${cup(row.season)} semi-finalists were ${row.teams.slice(0, 3).join(', ')} and ${row.teams[3] ?? ''}.`,
});
