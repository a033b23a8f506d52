import type { Picture } from '../../../src/contract/picture.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import {
  type Final,
  finalKey,
  finalName,
  finalRow,
  finalSubject,
  finalYear,
  isAfrican,
} from '../finals/finals.ts';
import { type FinalGoals, finalGoals, goalsInFinals } from '../finals/scorers.ts';
import { harder } from '../shared/levels.ts';
import { finalLevel, scoreLine, scorersOf, short } from './scores.ts';
import { isFamousScorer, teamMates } from './team-mates.ts';

type Scorers = FinalGoals & { isFamous: boolean };

const scorer = (row: FinalGoals): string =>
  pick(row.scorers, `q5-scorer ${finalKey(row.final)} ${row.team}`);

/**
 * True for African finals whose scorers nobody remembers. Of 1994, only the winner's scorers are
 * still famous.
 */
const isForgotten = (final: Final, side: string): boolean =>
  isAfrican(final) &&
  (endYear(final.season) < 1980 || (endYear(final.season) === 1994 && side === 'Zambia'));

/**
 * Easy for famous scorers whose goals most fans have seen. A scorer who is not famous is a level
 * harder.
 */
function level({ final, team, isFamous }: Scorers): Level {
  const ofFinal = finalLevel(final, team, 2006);
  return isFamous ? ofFinal : harder(ofFinal);
}

/** The score with one name missing from the scorers. */
function picture(row: FinalGoals, facts: Facts): Picture | undefined {
  const scorers = scorersOf(facts, row.final);
  if (scorers === undefined) return undefined;
  const gone = short(scorer(row));
  const blank = (names: string[]) => names.map((name) => (name === gone ? null : name));
  const gaps = scorers.map(blank) as [(string | null)[], (string | null)[]];
  if (gaps.flat().filter((name) => name === null).length !== 1) return undefined;
  return { ...scoreLine(row.final, [row.final.winner, row.final.runner_up]), scorers: gaps };
}

export const scoreScorers = template<Scorers>({
  id: 'q5-scorer',
  share: 8,
  rows: (facts) =>
    finalGoals(facts)
      .filter((row) => !isForgotten(row.final, row.team))
      .map((row) => ({ ...row, isFamous: isFamousScorer(facts, scorer(row)) })),
  category: (row) => categoryOf(row.final.competition),
  level,
  key: (row) => `${finalKey(row.final)} ${row.team}`,
  from: (row) => finalRow(row.final),
  subject: (row) => finalSubject(row.final),
  when: (row) => finalYear(row.final),
  phrasings: [(row) => `${finalYear(row.final)} final: who is the missing scorer?`],
  answer: scorer,
  // Players of other teams would be ruled out by their shirts.
  wrong: (row, facts) => teamMates(facts, row),
  alsoRight: (row, facts) =>
    goalsInFinals(facts, row.final)
      .filter((one) => endYear(one.season) === endYear(row.final.season))
      .map((one) => one.player),
  picture,
  fact: (row) =>
    `${andList(row.scorers)} scored for ${team(row.team)} in ${finalName(row.final)}, played in ${row.final.city}.`,
});
