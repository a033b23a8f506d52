import { categoryOf } from '../../generator/competitions.ts';
import { endYear, levelByYear } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { ordinal } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isBigClub } from '../shared/famous.ts';
import type { Place } from './places-of.ts';
import { placeFrom, placeKey, safePlaces, tableOf, teamsPlaced } from './places-of.ts';
import { leagueOf, titleKey } from './titles-of.ts';

/** A season's third or fourth; clubs from the sixth place down stand against it. */
function oneOfTheFour(facts: Facts): Place[] {
  const thirdOrFourth = safePlaces(facts).filter((row) => row.pos === '3' || row.pos === '4');
  return [...Map.groupBy(thirdOrFourth, titleKey)].map(([season, rows]) =>
    pick(rows, `top ${season}`),
  );
}

export const topFours = template<Place>({
  id: 't27',
  share: 12,
  rows: oneOfTheFour,
  category: (row) => categoryOf(row.league),
  level: (row) => levelByYear(row.season, 2019, 2005),
  key: titleKey,
  from: placeFrom,
  subject: (row) => `top ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs finished in the top four of ${leagueOf(row)} in ${row.season}?`,
    (row) => `In ${row.season}, which of these clubs made the top four of ${leagueOf(row)}?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => [
    teamsPlaced(safeTable(facts, row), 6, 9),
    teamsPlaced(safeTable(facts, row), 10, 14),
  ],
  alsoRight: (row, facts) => teamsPlaced(tableOf(facts, row), 1, 4),
  fact: (row) =>
    `${row.team} finished ${row.pos === '3' ? 'third' : 'fourth'} in ${leagueOf(row)} in ${row.season}.`,
});

function safeTable(facts: Facts, row: Place): Place[] {
  return tableOf(facts, row).filter((one) => one.safe === '1');
}

type Above = { of: Place; above: Place };

/** Big clubs that did badly, each with a club that did better. */
function surprises(facts: Facts): Above[] {
  const rows = safePlaces(facts).filter(
    (row) => isBigClub(row.league, row.team) && Number(row.pos) >= 5 && Number(row.pos) <= 15,
  );
  return rows.flatMap((of) => {
    const better = safeTable(facts, of).filter(
      (one) => Number(one.pos) < Number(of.pos) && Number(of.pos) - Number(one.pos) <= 5,
    );
    return better.length === 0 ? [] : [{ of, above: pick(better, `above ${placeKey(of)}`) }];
  });
}

export const finishedAbove = template<Above>({
  id: 't26',
  share: 15,
  rows: surprises,
  category: ({ of }) => categoryOf(of.league),
  level: ({ of }): Level => (endYear(of.season) >= 2010 ? 'medium' : 'hard'),
  key: ({ of }) => placeKey(of),
  from: ({ of }) => placeFrom(of),
  when: ({ of }) => of.season,
  phrasings: [
    ({ of }) =>
      `Which of these clubs finished above ${of.team} in ${leagueOf(of)} in ${of.season}?`,
    ({ of }) => `In ${leagueOf(of)} in ${of.season}, which of these clubs came above ${of.team}?`,
  ],
  answer: ({ above }) => above.team,
  wrong: ({ of }, facts) => {
    const place = Number(of.pos);
    const table = safeTable(facts, of);
    return [teamsPlaced(table, place + 1, place + 4), teamsPlaced(table, place + 5, place + 9)];
  },
  alsoRight: ({ of }, facts) => teamsPlaced(tableOf(facts, of), 1, Number(of.pos) - 1),
  fact: ({ of, above }) =>
    `In ${leagueOf(of)} in ${of.season}, ${above.team} came ${ordinal(Number(above.pos))} and ${of.team} ${ordinal(Number(of.pos))}.`,
});
