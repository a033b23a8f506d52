import { categoryOf, isLeague, leagueName, list, within } from '../names.ts';
import { nearNumbers } from '../near.ts';
import type { Level } from '../question.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';

type Honours = Row<'club_titles'>;

/** Up to which season the titles are counted. */
const UP_TO = '2025-26';

/** Italian clubs with a title from before 1929-30, or one awarded later: totals differ. */
const TOTAL_DIFFERS = ['Juventus', 'Inter Milan', 'AC Milan', 'Torino', 'Bologna', 'Genoa'];

/** From when on the titles are counted, where the competition is older than the count. */
const SINCE: Readonly<Record<string, string>> = { SerieA: ' (since 1929-30)' };

function honours(facts: Facts): Honours[] {
  return facts.club_titles.filter((row) => row.titles !== '0');
}

function cup(row: { competition: string }): string {
  if (row.competition === 'Ligue1') return 'the French league';
  return isLeague(row.competition)
    ? leagueName(row.competition, UP_TO)
    : 'the European Cup or Champions League';
}

/** Clubs of a competition that have never won it, the best known first. */
function neverWon(facts: Facts, competition: string): string[] {
  const winners = new Set(
    honours(facts)
      .filter((row) => row.competition === competition)
      .map((row) => row.club),
  );
  const seasons = new Map<string, number>();
  const played = isLeague(competition)
    ? facts.season_tables.filter((row) => row.league === competition && Number(row.pos) <= 10)
    : facts.semi_finalists.filter((row) => row.competition.includes('European'));
  for (const { team } of played) seasons.set(team, (seasons.get(team) ?? 0) + 1);
  return [...seasons]
    .filter(([club]) => !winners.has(club) && !TOTAL_DIFFERS.includes(club))
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 4)
    .map(([club]) => club);
}

function winnersOf(facts: Facts, competition: string): string[] {
  return honours(facts)
    .filter((row) => row.competition === competition)
    .map((row) => row.club);
}

export const titleCounts = template<Honours>({
  id: 't21',
  share: 14,
  rows: (facts) =>
    honours(facts).filter(
      (row) =>
        Number(row.titles) >= 2 &&
        !(row.competition === 'SerieA' && TOTAL_DIFFERS.includes(row.club)),
    ),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (Number(row.titles) >= 4 ? 'medium' : 'hard'),
  key: (row) => `${row.competition} ${row.club}`,
  phrasings: [
    (row) => `How many times had ${row.club} won ${cup(row)} up to ${UP_TO}?`,
    (row) => `Up to ${UP_TO}, how often had ${row.club} won ${cup(row)}?`,
  ],
  answer: (row) => row.titles,
  wrong: (row) => {
    const titles = Number(row.titles);
    return [nearNumbers(titles, titles >= 10 ? 3 : 1, `t21 ${row.competition} ${row.club}`, 1)];
  },
  fact: (row) =>
    `${row.club} had won ${cup(row)} ${row.titles === '2' ? 'twice' : `${row.titles} times`} up to ${UP_TO}.`,
});

export const onlyTitles = template<Honours>({
  id: 't22',
  share: 14,
  rows: (facts) =>
    honours(facts).filter((row) => row.titles === '1' && row.club !== 'Racing Paris'),
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (row.seasons >= '1990' ? 'medium' : 'hard'),
  key: (row) => `${row.competition} ${row.club}`,
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

const COMPETITIONS = ['EPL', 'LaLiga', 'SerieA', 'Bundesliga', 'Ligue1', 'UCL'];

type OddOne = { competition: string; club: string };

export const neverWonIt = template<OddOne>({
  id: 'o1',
  share: 12,
  rows: (facts) =>
    COMPETITIONS.flatMap((competition) =>
      neverWon(facts, competition).map((club) => ({ competition, club })),
    ),
  category: (row) => categoryOf(row.competition),
  level: () => 'easy',
  key: (row) => `${row.competition} ${row.club}`,
  phrasings: [
    (row) =>
      `Up to ${UP_TO}, which of these clubs had never won ${cup(row)}${SINCE[row.competition] ?? ''}?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => [winnersOf(facts, row.competition)],
  fact: (row) =>
    `${row.club} had never won ${cup(row)}${SINCE[row.competition] ?? ''} up to ${UP_TO}.`,
});

export const hasWonIt = template<Honours>({
  id: 'o2',
  share: 14,
  rows: honours,
  category: (row) => categoryOf(row.competition),
  level: (row): Level => (Number(row.titles) >= 3 ? 'easy' : 'medium'),
  key: (row) => `${row.competition} ${row.club}`,
  phrasings: [(row) => `Which of these clubs has won ${cup(row)}${SINCE[row.competition] ?? ''}?`],
  answer: (row) => row.club,
  wrong: (row, facts) => [neverWon(facts, row.competition)],
  fact: (row) => `${row.club} won ${cup(row)} in ${list(row.seasons).at(-1) ?? ''}.`,
});
