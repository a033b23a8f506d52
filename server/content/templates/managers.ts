import { categoryOf, endYear, isLeague, leagueName, team, within } from '../names.ts';
import { pick } from '../seeded.ts';
import type { Row } from '../tables.ts';
import { template } from '../template.ts';

type Winner = Row<'title_winning_managers'>;

/** Seasons in which two managers had a part in the title. */
const TWO_MANAGERS = ['Bundesliga 2022-23', 'Bundesliga 2019-20', 'Bundesliga 2017-18'];

const keyOf = (row: Winner): string => `${row.competition} ${row.season}`;

/** One of the titles that a manager won with a club: the others would ask the same. */
function oncePerPair(rows: readonly Winner[]): Winner[] {
  const pairs = Map.groupBy(rows, (row) => `${row.competition} ${row.manager} ${row.champion}`);
  return [...pairs].map(([pair, titles]) => pick(titles, pair));
}

function titleOf(row: Winner): string {
  if (row.competition === 'WORLD CUP') return `the ${row.season} World Cup`;
  if (row.competition === 'AFCON') return `the ${row.season} African Cup of Nations`;
  const name = endYear(row.season) < 1993 ? 'the European Cup' : 'the Champions League';
  const cup = isLeague(row.competition) ? leagueName(row.competition, row.season) : name;
  return `${cup} in ${row.season}`;
}

export const winningManagers = template<Winner>({
  id: 't7',
  share: 22,
  rows: (facts) =>
    oncePerPair(facts.title_winning_managers.filter((row) => !TWO_MANAGERS.includes(keyOf(row)))),
  category: (row) => categoryOf(row.competition),
  level: (row) => {
    const year = endYear(row.season);
    if (year >= 2012) return 'easy';
    return year >= 1990 ? 'medium' : 'hard';
  },
  key: keyOf,
  subject: (row) => `title ${keyOf(row)}`,
  phrasings: [
    (row) => `Which manager won ${titleOf(row)} with ${team(row.champion)}?`,
    (row) => `Who was in charge when ${team(row.champion)} won ${titleOf(row)}?`,
    (row) => `Who coached ${team(row.champion)} as they won ${titleOf(row)}?`,
  ],
  answer: (row) => row.manager,
  wrong: (row, facts) =>
    [6, 12, 30].map((span) =>
      facts.title_winning_managers
        .filter(
          (one) => one.competition === row.competition && within(span, one.season, row.season),
        )
        .map((one) => one.manager),
    ),
  fact: (row) => `${row.manager} was the manager when ${team(row.champion)} won ${titleOf(row)}.`,
});
