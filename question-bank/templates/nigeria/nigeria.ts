import { categoryOf } from '../../generator/competitions.ts';
import { levelByYear, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { at, WORLD_CUP, whatScore, wrongScores } from '../nations/matches-of.ts';
import type { NigeriaGoals, NigeriaMatch } from './nigeria-of.ts';
import {
  isGroupMatch,
  metOnce,
  nigeriaKey,
  nigerianScorers,
  nigeriaRow,
  nigeriaSubject,
  opponent,
  ownGoals,
  score,
} from './nigeria-of.ts';

export const nigeriaScorers = template<NigeriaGoals>({
  id: 'n12-scorer',
  share: 15,
  rows: (facts) =>
    nigerianScorers(facts).filter((row) => metOnce(facts, row) && row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 2010, 1988),
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who scored for Nigeria against ${team(opponent(row))} ${at(row)}?`,
    (row) => `Which Super Eagles player scored against ${team(opponent(row))} ${at(row)}?`,
  ],
  answer: (row) => pick(row.scorers, `n12 ${nigeriaKey(row)}`),
  wrong: (row, facts) => {
    const others = nigerianScorers(facts);
    const near = (span: number): string[] =>
      others.filter((one) => within(span, one.year, row.year)).flatMap((one) => one.scorers);
    return [near(0), near(4), near(8)];
  },
  alsoRight: (row) => [...row.scorers, ...ownGoals(row)],
  fact: (row) =>
    `${andList(row.scorers)} scored for Nigeria against ${team(opponent(row))} ${at(row)}.`,
});

const matchOf = (row: NigeriaMatch): string => `Nigeria v ${team(opponent(row))} ${at(row)}`;

export const nigeriaScores = template<NigeriaMatch>({
  id: 'n12-score',
  share: 15,
  rows: (facts) => facts.nigeria.filter((row) => metOnce(facts, row) && row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (!isGroupMatch(row) && row.year >= '2013') return 'easy';
    return row.year >= '2010' || row.competition === WORLD_CUP ? 'medium' : 'hard';
  },
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => whatScore(row, matchOf(row)),
    (row) =>
      row.shootout_winner === ''
        ? `What was Nigeria's score against ${team(opponent(row))} ${at(row)}?`
        : whatScore(row, matchOf(row)),
  ],
  answer: (row) => score(row).join('-'),
  wrong: (row) => wrongScores(row, score(row)),
  fact: (row) => `Nigeria ${score(row).join('-')} ${team(opponent(row))} ${at(row)}.`,
});

/** Shoot-outs that Nigeria won are asked about by `shootoutLosers`. */
export const nigeriaOpponents = template<NigeriaMatch>({
  id: 'n12-opponent',
  share: 14,
  rows: (facts) =>
    facts.nigeria.filter(
      (row) =>
        /final$|round of|third/.test(row.stage) &&
        row.stage !== 'final' &&
        row.shootout_winner !== 'Nigeria',
    ),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.year, 2010, 1900),
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Who did Nigeria face ${at(row)}?`,
    (row) => `Which team were Nigeria's opponents ${at(row)}?`,
  ],
  answer: opponent,
  wrong: (row, facts) => {
    const near = (span: number): string[] =>
      facts.nigeria
        .filter((one) => one.competition === row.competition && within(span, one.year, row.year))
        .map(opponent);
    return [near(0), near(4), near(12), near(40)];
  },
  fact: (row) => {
    const shootout = row.shootout_winner === '' ? '' : `; ${row.shootout_winner} won on penalties`;
    return `Nigeria ${score(row).join('-')} ${team(opponent(row))} ${at(row)}${shootout}.`;
  },
});
