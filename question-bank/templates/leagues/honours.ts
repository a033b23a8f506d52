import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { within } from '../../generator/seasons.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import type { Honours } from './honours-of.ts';
import { cup, honours, honoursKey, TOTAL_DIFFERS, UP_TO } from './honours-of.ts';

export const titleCounts = template<Honours>({
  id: 't21',
  share: 12,
  rows: (facts) =>
    honours(facts).filter(
      (row) =>
        Number(row.titles) >= 2 &&
        !(row.competition === 'SerieA' && TOTAL_DIFFERS.includes(row.club)),
    ),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (row.competition === 'EPL') return 'easy';
    return Number(row.titles) >= 4 ? 'medium' : 'hard';
  },
  key: honoursKey,
  from: (row) => rowName('club_titles', row),
  subject: (row) => `titles ${honoursKey(row)}`,
  when: () => UP_TO,
  phrasings: [
    (row) => `How many times had ${row.club} won ${cup(row)} up to ${UP_TO}?`,
    (row) => `Up to ${UP_TO}, how often had ${row.club} won ${cup(row)}?`,
  ],
  answer: (row) => row.titles,
  wrong: (row) => {
    const titles = Number(row.titles);
    return [nearNumbers(titles, titles >= 10 ? 3 : 1, `t21 ${honoursKey(row)}`, 1)];
  },
  fact: (row) =>
    `${row.club} had won ${cup(row)} ${row.titles === '2' ? 'twice' : `${row.titles} times`} up to ${UP_TO}.`,
});

/** Before then only the table knows the season. */
const REMEMBERED_FROM = '1980';

export const onlyTitles = template<Honours>({
  id: 't22',
  share: 12,
  rows: (facts) =>
    honours(facts).filter((row) => row.titles === '1' && row.seasons >= REMEMBERED_FROM),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => {
    if (row.seasons >= '2008') return 'easy';
    return row.seasons >= '1990' ? 'medium' : 'hard';
  },
  key: honoursKey,
  from: (row) => rowName('club_titles', row),
  subject: (row) => `titles ${honoursKey(row)}`,
  when: () => UP_TO,
  phrasings: [
    (row) => `${row.club} won ${cup(row)} once up to ${UP_TO}. In which season?`,
    (row) => `In which season did ${row.club} win ${cup(row)} for the only time up to ${UP_TO}?`,
  ],
  answer: (row) => row.seasons,
  wrong: (row, facts) => {
    const seasons = facts.club_titles
      .filter((one) => one.competition === row.competition)
      .flatMap((one) => list(one.seasons));
    return [4, 8].map((span) => seasons.filter((one) => within(span, one, row.seasons)));
  },
  fact: (row) => `${row.club} won ${cup(row)} in ${row.seasons}, their only time up to ${UP_TO}.`,
});
