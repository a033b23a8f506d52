import { categoryOf, endYear, isOfItsTime, levelByYear, sentence, team } from '../names.ts';
import { nearScores } from '../near.ts';
import type { Level } from '../question.ts';
import type { Facts } from '../tables.ts';
import { template } from '../template.ts';
import type { Final } from './finals-of.ts';
import { cupName, finalKey, finalName, finalsAround, isClubCup, realFinals } from './finals-of.ts';

function semiFinalists(facts: Facts, row: Final): string[] {
  return facts.semi_finalists
    .filter(
      (one) =>
        categoryOf(one.competition) === categoryOf(row.competition) &&
        endYear(one.year) === endYear(row.season),
    )
    .map((one) => one.team);
}

const level = (row: Final): Level =>
  isClubCup(row) ? levelByYear(row.season, 2010, 1986) : levelByYear(row.season, 2002, 1978);

/** The level one step up: a loser is harder to recall than a winner. */
const harder = (row: Final): Level => (level(row) === 'easy' ? 'medium' : 'hard');

export const finalWinners = template<Final>({
  id: 'f1',
  share: 22,
  rows: (facts) => facts.cup_finals,
  category: (row) => categoryOf(row.competition),
  level,
  key: finalKey,
  subject: (row) => `edition ${finalKey(row)}`,
  phrasings: [
    (row) => `Who won ${cupName(row)}?`,
    (row) => `Which ${isClubCup(row) ? 'club' : 'country'} won ${cupName(row)}?`,
    (row) => `Who were the winners of ${cupName(row)}?`,
  ],
  answer: (row) => row.winner,
  wrong: (row, facts) => [
    [row.runner_up, ...semiFinalists(facts, row)],
    finalsAround(facts, row, 5)
      .flatMap((one) => [one.winner, one.runner_up])
      .filter((one) => isOfItsTime(one, row.season)),
    finalsAround(facts, row, 12).map((one) => one.winner),
  ],
  fact: (row) =>
    `${sentence(team(row.winner))} won ${cupName(row)}; ${team(row.runner_up)} came second.`,
});

export const finalLosers = template<Final>({
  id: 'f2',
  share: 22,
  rows: realFinals,
  category: (row) => categoryOf(row.competition),
  level: harder,
  key: finalKey,
  subject: (row) => `edition ${finalKey(row)}`,
  phrasings: [
    (row) => `Who lost ${finalName(row)}?`,
    (row) => `Who did ${team(row.winner)} beat in ${finalName(row)}?`,
    (row) => `${sentence(team(row.winner))} won ${finalName(row)} against which team?`,
  ],
  answer: (row) => row.runner_up,
  wrong: (row, facts) => [
    semiFinalists(facts, row),
    finalsAround(facts, row, 6)
      .flatMap((one) => [one.winner, one.runner_up])
      .filter((one) => isOfItsTime(one, row.season)),
  ],
  alsoRight: (row) => [row.winner],
  fact: (row) => `${sentence(team(row.winner))} beat ${team(row.runner_up)} in ${finalName(row)}.`,
});

export const finalScores = template<Final>({
  id: 'f3',
  share: 18,
  rows: (facts) => realFinals(facts).filter((row) => row.penalties === ''),
  category: (row) => categoryOf(row.competition),
  level: () => 'hard',
  key: finalKey,
  subject: (row) => `edition ${finalKey(row)}`,
  phrasings: [
    (row) =>
      `What was the score when ${team(row.winner)} beat ${team(row.runner_up)} in ${finalName(row)}?`,
    (row) =>
      `By what score did ${team(row.winner)} win ${finalName(row)} against ${team(row.runner_up)}?`,
  ],
  answer: (row) => `${row.winner_goals}-${row.runner_up_goals}`,
  wrong: (row) => nearScores(Number(row.winner_goals), Number(row.runner_up_goals)).slice(0, 1),
  fact: (row) =>
    `${sentence(team(row.winner))} beat ${team(row.runner_up)} ${row.winner_goals}-${row.runner_up_goals}${row.after_extra_time === '1' ? ' after extra time' : ''} in ${finalName(row)}.`,
});

export const finalShootouts = template<Final>({
  id: 'f6',
  share: 12,
  rows: (facts) => realFinals(facts).filter((row) => row.penalties !== ''),
  category: (row) => categoryOf(row.competition),
  level: harder,
  key: finalKey,
  subject: (row) => `edition ${finalKey(row)}`,
  phrasings: [
    (row) => `Which team did ${team(row.winner)} beat on penalties to win ${cupName(row)}?`,
    (row) => `${sentence(finalName(row))} went to penalties. Who lost to ${team(row.winner)}?`,
  ],
  answer: (row) => row.runner_up,
  wrong: (row, facts) => [
    semiFinalists(facts, row),
    finalsAround(facts, row, 6)
      .flatMap((one) => [one.winner, one.runner_up])
      .filter((one) => isOfItsTime(one, row.season)),
  ],
  alsoRight: (row) => [row.winner],
  fact: (row) =>
    `${sentence(team(row.winner))} beat ${team(row.runner_up)} ${row.penalties} on penalties in ${finalName(row)}.`,
});
