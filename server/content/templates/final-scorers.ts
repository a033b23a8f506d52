import { categoryOf, endYear, levelByYear, list, team, within } from '../names.ts';
import type { Level } from '../question.ts';
import { pick } from '../seeded.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';
import type { Final } from './finals-of.ts';
import { andList, cupName, finalKey, finalName, isClubCup, realFinals } from './finals-of.ts';
import { scorersOf } from './goals.ts';

type Goals = { final: Final; team: string; scorers: string[] };

export const finalScorers = template<Goals>({
  id: 'f7',
  share: 22,
  rows: (facts) => realFinals(facts).flatMap((final) => goalsOf(facts, final)),
  category: (row) => categoryOf(row.final.competition),
  level: (row): Level =>
    categoryOf(row.final.competition) === 'african-cup-of-nations'
      ? levelByYear(row.final.season, 2013, 1994)
      : levelByYear(row.final.season, 2010, 1986),
  key: (row) => `${finalKey(row.final)} ${row.team}`,
  phrasings: [
    (row) => `Who scored for ${team(row.team)} in ${finalName(row.final)}?`,
    (row) => `Which of these players scored for ${team(row.team)} in ${finalName(row.final)}?`,
  ],
  answer: (row) => pick(row.scorers, `f7 ${finalKey(row.final)} ${row.team}`),
  wrong: (row, facts) => {
    const { season } = row.final;
    const all = scorers(facts, row.final);
    const sameSide = all.filter((one) => one.team === row.team && within(10, one.season, season));
    const near = all.filter((one) => within(10, one.season, season));
    const side = [...mates(facts, row), ...sameSide.map((one) => one.player)];
    return [side, near.map((one) => one.player)];
  },
  // The tables may spell a scorer of the final in two ways: both are kept out.
  alsoRight: (row, facts) => [
    ...scorers(facts, row.final)
      .filter((one) => endYear(one.season) === endYear(row.final.season))
      .map((one) => one.player),
    ...tournamentGoals(facts, row)
      .filter((one) => one.stage === 'final')
      .flatMap((one) => one.names),
  ],
  fact: (row) => `${andList(row.scorers)} scored for ${team(row.team)} in ${finalName(row.final)}.`,
});

/** Players of the side who did not score in that final: of the club, or at that tournament. */
function mates(facts: Facts, row: Goals): string[] {
  const { season } = row.final;
  if (isClubCup(row.final)) {
    const active = endYear(season) >= 2016 ? '1' : '0';
    return facts.famous_players
      .filter((one) => list(one.clubs_big5).includes(row.team) && endYear(season) >= 2000)
      .filter((one) => one.active_2026 === active)
      .map((one) => one.player);
  }
  const before = tournamentGoals(facts, row).filter((one) => one.stage !== 'final');
  return before.flatMap((one) => one.names);
}

/** The goals of the side at that tournament, match by match. */
function tournamentGoals(facts: Facts, row: Goals): { stage: string; names: string[] }[] {
  const { season, competition } = row.final;
  const matches =
    competition === 'FIFA World Cup'
      ? facts.world_cup_matches.filter((one) => one.year === season)
      : facts.afcon_matches.filter((one) => one.edition === season);
  return matches
    .filter((one) => one.home === row.team || one.away === row.team)
    .map((one) => ({
      stage: one.stage,
      names: scorersOf(one.home === row.team ? one.home_scorers : one.away_scorers),
    }));
}

function scorers(facts: Facts, final: Final): Row<'final_goalscorers'>[] {
  return facts.final_goalscorers.filter(
    (one) => categoryOf(one.competition) === categoryOf(final.competition),
  );
}

/** The scorers of both teams, where the table lists as many goals as the final had. */
function goalsOf(facts: Facts, final: Final): Goals[] {
  const goals = scorers(facts, final).filter(
    (one) => endYear(one.season) === endYear(final.season),
  );
  const expected = Number(final.winner_goals) + Number(final.runner_up_goals);
  if (goals.length !== expected || endYear(final.season) < 1962) return [];
  return [final.winner, final.runner_up].flatMap((side) => {
    const names = goals.filter((one) => one.team === side && one.own_goal === '0');
    const names2 = [...new Set(names.map((one) => one.player))];
    return names2.length === 0 ? [] : [{ final, team: side, scorers: names2 }];
  });
}

export const winnersCountries = template<Final>({
  id: 'f11',
  share: 18,
  rows: (facts) => {
    const firsts = new Map<string, Final>();
    for (const row of facts.cup_finals.filter(isClubCup)) firsts.set(row.winner, row);
    return [...firsts.values()].filter((row) => list(row.winner_country).length === 1);
  },
  category: (row) => categoryOf(row.competition),
  level: () => 'easy',
  key: (row) => row.winner,
  phrasings: [
    (row) => `From which country are ${row.winner}, winners of ${cupName(row)}?`,
    (row) => `${row.winner} won ${cupName(row)}. Which country are they from?`,
  ],
  answer: (row) => nation(row.winner_country),
  wrong: (_, facts) => [
    facts.cup_finals.filter(isClubCup).map((one) => nation(one.winner_country)),
  ],
  fact: (row) =>
    `${row.winner}, winners of ${cupName(row)}, are from ${team(nation(row.winner_country))}.`,
});

function nation(cell: string): string {
  return cell.replace(/^Yugoslavia \((.*)\)$/, '$1');
}
