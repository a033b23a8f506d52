import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { nearNumbers, nearScores } from '../../generator/near.ts';
import { endYear, levelByYear, within } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { isOfItsTime, team } from '../../generator/teams.ts';
import { type Template, template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isGiant } from '../shared/famous.ts';

export type Final = Row<'cup_finals'>;

/**
 * An edition as a sentence names it: "the 2005 Champions League", "the 2013 Africa Cup of Nations".
 */
export function cupName(row: { competition: string; season: string }): string {
  const year = endYear(row.season);
  const category = categoryOf(row.competition);
  if (category === 'fifa-world-cup') return `the ${year} World Cup`;
  if (category === 'african-cup-of-nations') return `the ${year} Africa Cup of Nations`;
  return year < 1993 ? `the ${year} European Cup` : `the ${year} Champions League`;
}

/**
 * A final as a sentence names it: "the 2005 Champions League final", "the 1994 World Cup final".
 */
export function finalName(row: { competition: string; season: string }): string {
  return `${cupName(row)} final`;
}

/** The cup's name without the year: "Champions League", or "European Cup" before 1993. */
export const cupOnly = (row: { competition: string; season: string }): string =>
  cupName(row).replace(/^the \d{4} /, '');

export const isClubCup = (row: { competition: string }): boolean =>
  categoryOf(row.competition) === 'uefa-champions-league';

export const isAfrican = (row: { competition: string }): boolean =>
  categoryOf(row.competition) === 'african-cup-of-nations';

/** True for a final of Nigeria. Fans still talk about Nigeria's finals, however old. */
const isNigerian = (row: Final): boolean => [row.winner, row.runner_up].includes('Nigeria');

/** The key of a final in an id. */
export function finalKey(row: Final): string {
  return `${categoryOf(row.competition)} ${endYear(row.season)}`.replace(/^uefa-|^fifa-/, '');
}

/** The year that a question about the final names. */
export const finalYear = (row: { season: string }): string => String(endYear(row.season));

/**
 * The subject that the questions of one edition share, because each gives away something of the
 * others.
 */
export const finalSubject = (row: Final): string => `edition ${finalKey(row)}`;

export const finalRow = (row: Final): string => rowName('cup_finals', row);

/** The editions that were decided in a single final. A few were decided in a group or a replay. */
export function realFinals(facts: Facts): Final[] {
  return facts.cup_finals.filter((row) => row.format === 'final');
}

/** The finals of the same cup within `span` years. */
export function finalsAround(facts: Facts, row: Final, span: number): Final[] {
  return facts.cup_finals.filter(
    (one) =>
      categoryOf(one.competition) === categoryOf(row.competition) &&
      within(span, one.season, row.season),
  );
}

/** The teams of finals within `span` years, under the names of the row's own year. */
export function finalistsAround(facts: Facts, row: Final, span: number): string[] {
  return finalsAround(facts, row, span)
    .flatMap((one) => [one.winner, one.runner_up])
    .filter((one) => isOfItsTime(one, row.season));
}

/** The last four of the final's edition. */
export function semiFinalists(facts: Facts, row: Final): string[] {
  return facts.semi_finalists
    .filter(
      (one) =>
        categoryOf(one.competition) === categoryOf(row.competition) &&
        endYear(one.year) === endYear(row.season),
    )
    .map((one) => one.team);
}

/**
 * The level of a question for the winner. A giant's cups are never hard, because fans talk about
 * them for ever.
 */
const level = (row: Final): Level =>
  isClubCup(row)
    ? levelByYear(row.season, 2005, isGiant(row.winner) ? 0 : 1986)
    : levelByYear(row.season, 2002, 1978);

/** The level of a question for the loser, who is harder to remember than the winner. */
function loserLevel(row: Final): Level {
  if (isAfrican(row)) return levelByYear(row.season, 2013, 1994);
  return levelByYear(row.season, 2010, 1990);
}

const scoreOf = (row: Final): string => `${row.winner_goals}-${row.runner_up_goals}`;

/** Fields that all questions about a final share. */
const ofFinal = {
  category: (row) => categoryOf(row.competition),
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  when: finalYear,
} satisfies Partial<Template<Final>>;

export const finalWinners = template<Final>({
  id: 'f1',
  share: 15,
  ...ofFinal,
  rows: (facts) => facts.cup_finals,
  level,
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

/** Finals that went to a shoot-out are left out, because `finalShootouts` asks about them. */
export const finalLosers = template<Final>({
  id: 'f2',
  share: 15,
  ...ofFinal,
  rows: (facts) => realFinals(facts).filter((row) => row.penalties === ''),
  level: loserLevel,
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

/** Finals whose scores fans still quote. Nobody remembers the other scores before 1998. */
const KNOWN_SCORES = [
  ...['world-cup 1966', 'world-cup 1970'],
  ...['champions-league 1960', 'champions-league 1989', 'champions-league 1994'],
];

const isScoreKnown = (row: Final): boolean =>
  finalYear(row) >= '1998' || isNigerian(row) || KNOWN_SCORES.includes(finalKey(row));

export const finalScores = template<Final>({
  id: 'f3',
  share: 15,
  ...ofFinal,
  rows: (facts) => realFinals(facts).filter((row) => row.penalties === '' && isScoreKnown(row)),
  level: (row) => levelByYear(row.season, isClubCup(row) ? 2014 : 2010, 1998),
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
  ...ofFinal,
  rows: (facts) => realFinals(facts).filter((row) => row.penalties !== ''),
  level: loserLevel,
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

const WEMBLEY_1966 = 'world-cup 1966';

function finalistsLevel(row: Final): Level {
  if (finalKey(row) === WEMBLEY_1966) return 'medium';
  if (isAfrican(row)) return levelByYear(row.season, 2012, 1994);
  return isClubCup(row) ? levelByYear(row.season, 2010, 1993) : levelByYear(row.season, 2002, 1982);
}

/** The two teams in an order that does not reveal the outcome. */
const finalists = (row: Final): string => [row.winner, row.runner_up].toSorted().join(' v ');

/** Old finals between clubs whose teams are part of a famous story. */
const KNOWN_PAIRS = ['1967', '1986', '1991', '1992'];

const pairLevel = (row: Final): Level =>
  isClubCup(row) ? levelByYear(row.season, 2005, 1993) : finalistsLevel(row);

const isPairKnown = (row: Final): boolean =>
  pairLevel(row) !== 'hard' ||
  isNigerian(row) ||
  (isClubCup(row) && KNOWN_PAIRS.includes(finalYear(row)));

export const finalPairs = template<Final>({
  id: 'f16',
  share: 12,
  ...ofFinal,
  rows: (facts) => realFinals(facts).filter(isPairKnown),
  level: pairLevel,
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
 * Finals whose teams met in no other final with the same outcome. Hard finals are left out unless
 * Nigeria played, because nobody remembers their year.
 */
function oneOffs(facts: Facts): Final[] {
  const all = realFinals(facts);
  return all.filter(
    (row) =>
      (finalistsLevel(row) !== 'hard' || isNigerian(row)) &&
      all.filter((one) => one.winner === row.winner && one.runner_up === row.runner_up).length ===
        1,
  );
}

export const finalYears = template<Final>({
  id: 'f12',
  share: 12,
  rows: oneOffs,
  category: (row) => categoryOf(row.competition),
  level: finalistsLevel,
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

/**
 * Teams that lost two finals or more. The claimants of a disputed title and a team that changed its
 * name are left out.
 */
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

/** Suburbs, each with its city. Either name could be called right. */
const SUBURBS: readonly (readonly string[])[] = [
  ['Saint-Denis', 'Paris'],
  ['Radès', 'Tunis'],
  ['Solna', 'Stockholm'],
  ['Pasadena', 'Los Angeles'],
];

/** The city as fans name it. They say Paris for the finals of Saint-Denis. */
const cityOf = (row: Final): string =>
  row.city.startsWith('Saint-Denis') ? 'Paris' : withoutBrackets(row.city);

/** False for a ground that two cities claim: "New York/New Jersey". */
const hasOneCity = (row: Final): boolean => !row.city.includes('/');

/**
 * False for club finals before 1992, whose cities are forgotten, except the final of the Heysel
 * disaster.
 */
const isCityKnown = (row: Final): boolean =>
  !isClubCup(row) || row.season >= '1991' || finalYear(row) === '1985';

/**
 * Finals whose cities are better remembered than others of their age: Wembley, the Azteca,
 * Nigeria's first title at home.
 */
const KNOWN_CITIES = ['world-cup 1966', 'world-cup 1970', 'african-cup-of-nations 1980'];

function cityLevel(row: Final): Level {
  if (KNOWN_CITIES.includes(finalKey(row))) return 'medium';
  if (isClubCup(row)) return levelByYear(row.season, 2018, 1998);
  return levelByYear(row.season, 2010, isAfrican(row) ? 1998 : 1978);
}

/** Grounds whose finals are remembered, however old. */
const GREAT_GROUNDS = /Wembley|Bernabéu|Maracanã|Azteca/;

/** Finals between clubs before 2012 whose ground became part of their story. */
const GROUNDS_REMEMBERED = ['1999', '2005', '2008', '2011'];

const isGroundRemembered = (row: Final): boolean =>
  isClubCup(row) && GROUNDS_REMEMBERED.includes(finalYear(row));

const placeSubject = (row: Final): string => `place ${finalKey(row)}`;

export const finalCities = template<Final>({
  id: 'f4',
  share: 15,
  ...ofFinal,
  rows: (facts) => realFinals(facts).filter((row) => hasOneCity(row) && isCityKnown(row)),
  level: cityLevel,
  subject: placeSubject,
  phrasings: [
    (row) => `Which city hosted ${finalName(row)}?`,
    (row) => `In which city was ${finalName(row)} played?`,
  ],
  answer: cityOf,
  wrong: (row, facts) =>
    [10, 20, 40].map((span) => finalsAround(facts, row, span).filter(hasOneCity).map(cityOf)),
  alsoRight: (row) => SUBURBS.find((pair) => pair.some((one) => row.city.includes(one))) ?? [],
  fact: (row) => `${sentence(finalName(row))} was played in ${row.city}.`,
});

export const finalGrounds = template<Final>({
  id: 'f5',
  share: 12,
  ...ofFinal,
  rows: (facts) =>
    realFinals(facts)
      .filter((row) => row.venue !== '' && !row.venue.includes(row.city))
      .filter((row) => finalYear(row) >= '1990' || GREAT_GROUNDS.test(row.venue)),
  level: (row): Level => (row.season >= '2012' || isGroundRemembered(row) ? 'medium' : 'hard'),
  subject: placeSubject,
  phrasings: [
    (row) => `At which stadium was ${finalName(row)} played?`,
    (row) => `Which stadium staged ${finalName(row)}?`,
  ],
  answer: (row) => withoutBrackets(row.venue),
  wrong: (row, facts) =>
    [8, 16, 40].map((span) =>
      finalsAround(facts, row, span)
        .filter((one) => one.venue !== '')
        .map((one) => withoutBrackets(one.venue)),
    ),
  fact: (row) => `${sentence(finalName(row))} was played at ${row.venue} in ${row.city}.`,
});
