import { list } from '../../generator/cells.ts';
import { categoryOf, isLeague } from '../../generator/competitions.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import type { Honours } from './honours-of.ts';
import {
  cup,
  honours,
  honoursKey,
  neverWon,
  since,
  TOTAL_DIFFERS,
  UP_TO,
  winnersOf,
} from './honours-of.ts';

const COMPETITIONS = ['EPL', 'LaLiga', 'SerieA', 'Bundesliga', 'Ligue1', 'UCL'];

/** A club that never won the competition, and the row of the one that won it most often. */
type OddOne = { competition: string; club: string; winners: Honours };

/** One club per competition: a second one would be asked in the same words. */
function neverWinners(facts: Facts): OddOne[] {
  return COMPETITIONS.flatMap((competition) => {
    const losers = neverWon(facts, competition);
    const winners = honours(facts)
      .filter((row) => row.competition === competition)
      .toSorted((a, b) => Number(b.titles) - Number(a.titles))[0];
    if (losers.length === 0 || winners === undefined) return [];
    return [{ competition, club: pick(losers, `o1 ${competition}`), winners }];
  });
}

export const neverWonIt = template<OddOne>({
  id: 'o1',
  share: 12,
  rows: neverWinners,
  category: (row) => categoryOf(row.competition),
  level: () => 'easy',
  key: honoursKey,
  from: (row) => rowName('club_titles', row.winners),
  when: () => UP_TO,
  phrasings: [
    (row) =>
      sentence(`${since(row)}which of these clubs had never won ${cup(row)} up to ${UP_TO}?`),
    (row) => sentence(`${since(row)}which of these clubs had not won ${cup(row)} by ${UP_TO}?`),
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => [winnersOf(facts, row.competition)],
  alsoRight: (row, facts) => neverWon(facts, row.competition),
  fact: (row) => sentence(`${since(row)}${row.club} had never won ${cup(row)} up to ${UP_TO}.`),
});

/** One club per competition that won it three times or more, for the same reason. */
function oneWinner(facts: Facts): Honours[] {
  return COMPETITIONS.flatMap((competition) => {
    const rows = honours(facts).filter(
      (row) => row.competition === competition && Number(row.titles) >= 3,
    );
    return rows.length === 0 ? [] : [pick(rows, `o2 ${competition}`)];
  });
}

export const hasWonIt = template<Honours>({
  id: 'o2',
  share: 12,
  rows: oneWinner,
  category: (row) => categoryOf(row.competition),
  level: () => 'easy',
  key: honoursKey,
  from: (row) => rowName('club_titles', row),
  phrasings: [
    (row) => sentence(`${since(row)}which of these clubs has won ${cup(row)}?`),
    (row) => sentence(`${since(row)}which one of these has been champion of ${cup(row)}?`),
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => [neverWon(facts, row.competition)],
  alsoRight: (row, facts) => winnersOf(facts, row.competition),
  fact: (row) => `${row.club} won ${cup(row)} in ${list(row.seasons).at(-1) ?? ''}.`,
  canChange: () => true,
});

type Comparison = Honours & { more: string; alsoMore: string[]; fewer: string[] };

/** Clubs with fewer titles than some and more than others; doubtful totals are left out. */
function comparisons(facts: Facts): Comparison[] {
  const certain = (row: Honours): boolean =>
    row.competition !== 'SerieA' || !TOTAL_DIFFERS.includes(row.club);
  return (
    honours(facts)
      // Who won it once is easily taken for champions of another name: Nürnberg were nine times.
      .filter((row) => isLeague(row.competition) && certain(row) && Number(row.titles) >= 2)
      .flatMap((row) => {
        const known = winnersOf(facts, row.competition);
        const others = honours(facts).filter(
          (one) => one.competition === row.competition && known.includes(one.club),
        );
        const alsoMore = others
          .filter((one) => Number(one.titles) > Number(row.titles))
          .map((one) => one.club);
        const fewer = others
          .filter((one) => Number(one.titles) <= Number(row.titles) && one.club !== row.club)
          .map((one) => one.club);
        if (alsoMore.length === 0) return [];
        return [{ ...row, more: pick(alsoMore, `o6 ${honoursKey(row)}`), alsoMore, fewer }];
      })
  );
}

/** Champions of Germany before there was a Bundesliga: as wrong options they would be argued about. */
const GERMAN_CHAMPIONS = ['Nürnberg', '1860 Munich', 'Kaiserslautern', 'Hannover 96'];

export const moreTitles = template<Comparison>({
  id: 'o6',
  share: 10,
  rows: comparisons,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.competition === 'EPL' || Number(row.titles) >= 3 ? 'easy' : 'medium'),
  key: honoursKey,
  from: (row) => rowName('club_titles', row),
  subject: (row) => `titles ${honoursKey(row)}`,
  when: () => UP_TO,
  phrasings: [
    (row) =>
      sentence(
        `${since(row)}which of these clubs had won ${cup(row)} more often than ${row.club} up to ${UP_TO}?`,
      ),
    (row) =>
      sentence(
        `${since(row)}which of these had won ${cup(row)} more times than ${row.club} up to ${UP_TO}?`,
      ),
  ],
  answer: (row) => row.more,
  wrong: (row, facts) => [row.fewer, neverWon(facts, row.competition)],
  alsoRight: (row) => [...row.alsoMore, ...GERMAN_CHAMPIONS],
  fact: (row) =>
    `Up to ${UP_TO}, ${row.more} had won ${cup(row)} more often than ${row.club} (${row.titles}).`,
});
