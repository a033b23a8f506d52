import { categoryOf } from '../../generator/competitions.ts';
import { nearScores } from '../../generator/near.ts';
import { levelByYear } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isGiant } from '../shared/famous.ts';
import type { Final } from './finals-of.ts';
import {
  cupName,
  finalistsAround,
  finalKey,
  finalName,
  finalRow,
  finalSubject,
  finalsAround,
  finalYear,
  isAfrican,
  isClubCup,
  isNigerian,
  realFinals,
  semiFinalists,
} from './finals-of.ts';

/** The cups of a giant are told of for ever. */
const level = (row: Final): Level =>
  isClubCup(row)
    ? levelByYear(row.season, 2005, isGiant(row.winner) ? 0 : 1986)
    : levelByYear(row.season, 2002, 1978);

/** A loser is harder to recall than a winner. */
function loserLevel(row: Final): Level {
  if (isAfrican(row)) return levelByYear(row.season, 2013, 1994);
  return levelByYear(row.season, 2010, 1990);
}

const scoreOf = (row: Final): string => `${row.winner_goals}-${row.runner_up_goals}`;

export const finalWinners = template<Final>({
  id: 'f1',
  share: 15,
  rows: (facts) => facts.cup_finals,
  category: (row) => categoryOf(row.competition),
  level,
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  when: finalYear,
  phrasings: [
    (row) => `Who won ${cupName(row)}?`,
    (row) => `Which ${isClubCup(row) ? 'club' : 'country'} won ${cupName(row)}?`,
    (row) => `Who were the winners of ${cupName(row)}?`,
  ],
  answer: (row) => row.winner,
  wrong: (row, facts) => [
    [row.runner_up, ...semiFinalists(facts, row)],
    finalistsAround(facts, row, 5),
    finalsAround(facts, row, 12).map((one) => one.winner),
  ],
  fact: (row) =>
    `${sentence(team(row.winner))} won ${cupName(row)}; ${team(row.runner_up)} came second.`,
});

function lastFourFirst(row: Final, facts: Facts): string[][] {
  return [semiFinalists(facts, row), finalistsAround(facts, row, 6)];
}

/** Finals that went to a shoot-out are asked about by `finalShootouts`. */
export const finalLosers = template<Final>({
  id: 'f2',
  share: 15,
  rows: (facts) => realFinals(facts).filter((row) => row.penalties === ''),
  category: (row) => categoryOf(row.competition),
  level: loserLevel,
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  when: finalYear,
  phrasings: [
    (row) => `Who lost ${finalName(row)}?`,
    (row) => `Who did ${team(row.winner)} beat in ${finalName(row)}?`,
    (row) => `${sentence(team(row.winner))} won ${finalName(row)} against which team?`,
  ],
  answer: (row) => row.runner_up,
  wrong: lastFourFirst,
  alsoRight: (row) => [row.winner],
  fact: (row) => `${sentence(team(row.winner))} beat ${team(row.runner_up)} in ${finalName(row)}.`,
});

/** Scores that are told: of the others before 1998 only the table knows. */
const SCORES_TOLD = [
  ...['world-cup 1966', 'world-cup 1970'],
  ...['champions-league 1960', 'champions-league 1989', 'champions-league 1994'],
];

const isScoreTold = (row: Final): boolean =>
  finalYear(row) >= '1998' || isNigerian(row) || SCORES_TOLD.includes(finalKey(row));

export const finalScores = template<Final>({
  id: 'f3',
  share: 15,
  rows: (facts) => realFinals(facts).filter((row) => row.penalties === '' && isScoreTold(row)),
  category: (row) => categoryOf(row.competition),
  level: (row) => levelByYear(row.season, isClubCup(row) ? 2014 : 2010, 1998),
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  when: finalYear,
  phrasings: [
    (row) =>
      `What was the score when ${team(row.winner)} beat ${team(row.runner_up)} in ${finalName(row)}?`,
    (row) =>
      `By what score did ${team(row.winner)} win ${finalName(row)} against ${team(row.runner_up)}?`,
  ],
  answer: scoreOf,
  wrong: (row) => nearScores(Number(row.winner_goals), Number(row.runner_up_goals)).slice(0, 1),
  fact: (row) =>
    `${sentence(team(row.winner))} beat ${team(row.runner_up)} ${scoreOf(row)}${row.after_extra_time === '1' ? ' after extra time' : ''} in ${finalName(row)}.`,
});

export const finalShootouts = template<Final>({
  id: 'f6',
  share: 12,
  rows: (facts) => realFinals(facts).filter((row) => row.penalties !== ''),
  category: (row) => categoryOf(row.competition),
  level: loserLevel,
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  when: finalYear,
  phrasings: [
    (row) => `Which team did ${team(row.winner)} beat on penalties to win ${cupName(row)}?`,
    (row) => `${sentence(finalName(row))} went to penalties. Who lost to ${team(row.winner)}?`,
  ],
  answer: (row) => row.runner_up,
  wrong: lastFourFirst,
  alsoRight: (row) => [row.winner],
  fact: (row) =>
    `${sentence(team(row.winner))} beat ${team(row.runner_up)} ${row.penalties} on penalties in ${finalName(row)}.`,
});
