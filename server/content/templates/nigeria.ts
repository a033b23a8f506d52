import { categoryOf, levelByYear, team, within } from '../names.ts';
import { nearScores } from '../near.ts';
import type { Level } from '../question.ts';
import { pick } from '../seeded.ts';
import type { Row } from '../tables.ts';
import { template } from '../template.ts';
import { editionKey, editionRow } from './editions-of.ts';
import { andList } from './finals-of.ts';
import { AFRICAN_CUP, at, WORLD_CUP } from './matches-of.ts';
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
  yearsPlayed,
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

export const nigeriaScores = template<NigeriaMatch>({
  id: 'n12-score',
  share: 15,
  rows: (facts) => facts.nigeria.filter((row) => metOnce(facts, row) && row.stage !== 'final'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (!isGroupMatch(row) && row.year >= '2013') return 'easy';
    return row.year >= '2010' ? 'medium' : 'hard';
  },
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Nigeria against ${team(opponent(row))} ${at(row)}: what was the score?`,
    (row) => `What was Nigeria's score against ${team(opponent(row))} ${at(row)}?`,
  ],
  answer: (row) => score(row).join('-'),
  wrong: (row) => nearScores(...score(row)),
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

type Missed = Row<'tournament_hosts'> & { played: string[] };

const cupOf = (row: Missed): string =>
  row.competition === WORLD_CUP ? 'World Cup' : 'African Cup of Nations';

/** Tournaments that Nigeria missed, as the odd one out among those it played in. */
export const nigeriaMissed = template<Missed>({
  id: 'n12-missed',
  share: 6,
  rows: (facts) =>
    [WORLD_CUP, AFRICAN_CUP].flatMap((competition) => {
      const played = yearsPlayed(facts, competition);
      return facts.tournament_hosts
        .filter((one) => one.competition === competition && one.year > '1993')
        .filter((one) => !played.includes(one.year))
        .map((one) => ({ ...one, played }));
    }),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.year >= '2006' ? 'easy' : 'medium'),
  key: (row) =>
    editionKey(row)
      .replace('world-cup', 'wc')
      .replace(/^african.* /, 'afcon '),
  from: editionRow,
  phrasings: [
    (row) => `Which of these ${cupOf(row)} tournaments did Nigeria not play in?`,
    (row) => `Nigeria was missing from which of these ${cupOf(row)} tournaments?`,
  ],
  answer: (row) => row.year,
  wrong: (row) => [row.played.filter((one) => within(12, one, row.year))],
  fact: (row) => `Nigeria did not play at the ${row.year} ${cupOf(row)}.`,
});
