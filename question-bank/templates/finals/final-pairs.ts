import { categoryOf } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { levelByYear } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { isOfItsTime, team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import type { Final } from './finals-of.ts';
import {
  cupOnly,
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
} from './finals-of.ts';

const WEMBLEY_1966 = 'world-cup 1966';

function level(row: Final): Level {
  if (finalKey(row) === WEMBLEY_1966) return 'medium';
  if (isAfrican(row)) return levelByYear(row.season, 2012, 1994);
  return isClubCup(row) ? levelByYear(row.season, 2010, 1993) : levelByYear(row.season, 2002, 1982);
}

/** The two teams in an order that says nothing of the outcome. */
const finalists = (row: Final): string => [row.winner, row.runner_up].toSorted().join(' v ');

/** Old finals between clubs whose teams are told with a story. */
const TEAMS_TOLD = ['1967', '1986', '1991', '1992'];

const pairLevel = (row: Final): Level =>
  isClubCup(row) ? levelByYear(row.season, 2005, 1993) : level(row);

const areTeamsTold = (row: Final): boolean =>
  pairLevel(row) !== 'hard' ||
  isNigerian(row) ||
  (isClubCup(row) && TEAMS_TOLD.includes(finalYear(row)));

export const finalPairs = template<Final>({
  id: 'f16',
  share: 12,
  rows: (facts) => realFinals(facts).filter(areTeamsTold),
  category: (row) => categoryOf(row.competition),
  level: pairLevel,
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  when: finalYear,
  phrasings: [
    (row) => `Which two teams met in ${finalName(row)}?`,
    (row) => `Which match was ${finalName(row)}?`,
    (row) => `Which two teams played in ${finalName(row)}?`,
  ],
  answer: finalists,
  wrong: (row, facts) => {
    const others = (span: number): string[] =>
      finalsAround(facts, row, span)
        .filter((one) => [one.winner, one.runner_up].every((side) => isOfItsTime(side, row.season)))
        .map(finalists);
    return [others(5), others(10), others(20)];
  },
  fact: (row) => `${sentence(team(row.winner))} beat ${team(row.runner_up)} in ${finalName(row)}.`,
});

/**
 * Finals whose teams met in no other final with the same outcome; of the hard ones only those of
 * Nigeria, for the year of the others only the table knows.
 */
function oneOffs(facts: Facts): Final[] {
  const all = realFinals(facts);
  return all.filter(
    (row) =>
      (level(row) !== 'hard' || isNigerian(row)) &&
      all.filter((one) => one.winner === row.winner && one.runner_up === row.runner_up).length ===
        1,
  );
}

export const finalYears = template<Final>({
  id: 'f12',
  share: 12,
  rows: oneOffs,
  category: (row) => categoryOf(row.competition),
  level,
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  phrasings: [
    (row) => `In which ${cupOnly(row)} final did ${team(row.winner)} beat ${team(row.runner_up)}?`,
    (row) =>
      `${sentence(team(row.winner))} beat ${team(row.runner_up)} in which ${cupOnly(row)} final?`,
  ],
  answer: finalYear,
  wrong: (row, facts) =>
    [5, 10, 20].map((span) =>
      finalsAround(facts, row, span)
        .filter((one) => cupOnly(one) === cupOnly(row))
        .map(finalYear),
    ),
  fact: (row) => `${sentence(team(row.winner))} beat ${team(row.runner_up)} in ${finalName(row)}.`,
});

type Lost = { competition: string; name: string; finals: Final[]; last: Final };

/** The claimants of a disputed title, and a team that changed its name, are left out. */
function losers(facts: Facts): Lost[] {
  const finals = facts.cup_finals.filter((row) => row.format.startsWith('final'));
  const groups = Map.groupBy(finals, (row) => `${categoryOf(row.competition)} ${row.runner_up}`);
  return [...groups.values()].flatMap((lost) => {
    const last = lost.at(-1);
    if (last === undefined || lost.length < 2) return [];
    const skip = isAfrican(last) ? /Senegal|Morocco/ : /Germany/;
    if (skip.test(last.runner_up)) return [];
    return [{ competition: last.competition, name: last.runner_up, finals: lost, last }];
  });
}

const UP_TO = (row: Lost): string => (isAfrican(row) ? '2023' : '2026');

function cups(row: Lost): string {
  if (isClubCup(row)) return 'European Cup and Champions League';
  return cupOnly(row.last);
}

export const finalsLost = template<Lost>({
  id: 'f27',
  share: 10,
  rows: losers,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.last.season >= '2000' ? 'medium' : 'hard'),
  key: (row) => `${categoryOf(row.competition)} ${row.name}`,
  from: (row) => finalRow(row.last),
  phrasings: [
    (row) => `How many ${cups(row)} finals had ${team(row.name)} lost up to ${UP_TO(row)}?`,
    (row) => `Up to ${UP_TO(row)}, how many ${cups(row)} finals had ${team(row.name)} lost?`,
  ],
  answer: (row) => String(row.finals.length),
  wrong: (row) => [nearNumbers(row.finals.length, 1, `f27 ${row.competition} ${row.name}`, 0)],
  fact: (row) =>
    `${sentence(team(row.name))} lost the ${cups(row)} final in ${andList(row.finals.map(finalYear))}.`,
});
