import { list } from '../../generator/cells.ts';
import { categoryOf, isLeague } from '../../generator/competitions.ts';
import { nearNumbers } from '../../generator/near.ts';
import { isTainted, NEVER_EASY, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isKnownClub } from '../shared/famous.ts';
import {
  cup,
  type Honours,
  honours,
  honoursKey,
  leagueOf,
  neverWon,
  type Place,
  placeFrom,
  since,
  smallClubLevel,
  TOTAL_DIFFERS,
  tableOf,
  titleKey,
  UP_TO,
  winnersOf,
} from './facts.ts';

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

/** The first year from which fans remember the season of a club's only title. */
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

const COMPETITIONS = ['EPL', 'LaLiga', 'SerieA', 'Bundesliga', 'Ligue1', 'UCL'];

/** A club that never won the competition, and the row of the club that won it most often. */
type OddOne = { competition: string; club: string; winners: Honours };

/** One club per competition, because a second club would be asked about in the same words. */
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

/**
 * One club per competition with three titles or more, because a second club would be asked about in
 * the same words.
 */
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

/** Clubs with fewer titles than some and more than others. Doubtful totals are left out. */
function comparisons(facts: Facts): Comparison[] {
  const certain = (row: Honours): boolean =>
    row.competition !== 'SerieA' || !TOTAL_DIFFERS.includes(row.club);
  return (
    honours(facts)
      // Clubs with one title are left out, because fans easily add titles that had another name.
      // Nürnberg were champions of Germany nine times.
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

/** Champions of Germany before the Bundesliga. They would start arguments as wrong options. */
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

type Best = Row<'season_superlatives'>;

type Wording = {
  column: 'gf' | 'ga' | 'won' | 'lost';
  highest: boolean;
  asks: string;
  /** The first seasons of easy and of medium questions. */
  from: readonly [easy: number, medium: number];
};

/**
 * The superlatives that are asked about, each with its column and whether the highest value wins.
 */
const BESTS: Readonly<Record<string, Wording>> = {
  'most goals scored': {
    column: 'gf',
    highest: true,
    asks: 'scored the most goals',
    from: [2019, 2006],
  },
  'fewest goals conceded': {
    column: 'ga',
    highest: false,
    asks: 'conceded the fewest goals',
    from: [NEVER_EASY, 2010],
  },
  'most goals conceded': {
    column: 'ga',
    highest: true,
    asks: 'conceded the most goals',
    from: [NEVER_EASY, 2018],
  },
  'fewest defeats': {
    column: 'lost',
    highest: false,
    asks: 'lost the fewest matches',
    from: [NEVER_EASY, 2010],
  },
  'fewest wins': {
    column: 'won',
    highest: false,
    asks: 'won the fewest matches',
    from: [NEVER_EASY, 2018],
  },
};

const best = (row: Best): Wording => {
  const found = BESTS[row.superlative];
  if (found === undefined) throw new Error(`no wording for ${row.superlative}`);
  return found;
};

/** Superlatives that one club holds alone. */
function soleBests(facts: Facts): Best[] {
  return facts.season_superlatives.filter(
    (row) =>
      BESTS[row.superlative] !== undefined &&
      !isTainted(row.league, row.season) &&
      tableOf(facts, row).filter((one) => one[best(row).column] === row.value).length === 1,
  );
}

export const superlatives = template<Best>({
  id: 't12',
  share: 15,
  rows: soleBests,
  category: (row) => categoryOf(row.league),
  level: (row): Level => smallClubLevel(row, ...best(row).from),
  key: (row) => `${titleKey(row)} ${row.superlative}`,
  from: (row) => rowName('season_superlatives', row),
  subject: (row) => `best ${titleKey(row)}`,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which team ${best(row).asks} in ${leagueOf(row)} in ${row.season}?`,
    (row) => `In ${leagueOf(row)}, which team ${best(row).asks} in the ${row.season} season?`,
  ],
  answer: (row) => row.team,
  wrong: (row, facts) => {
    const { column, highest } = best(row);
    const ranked = tableOf(facts, row).toSorted(
      (a, b) => (Number(a[column]) - Number(b[column])) * (highest ? -1 : 1),
    );
    return [ranked.slice(1, 5).map((one) => one.team), ranked.slice(5, 8).map((one) => one.team)];
  },
  fact: (row) =>
    `${row.team} ${best(row).asks} in ${leagueOf(row)} in ${row.season}: ${row.value}.`,
});

/** A season with its clubs, and clubs of the years around that were absent. */
type Season = { table: Place[]; league: string; season: string; clubs: string[]; absent: string[] };

/**
 * A season with the club that the question asks for, and a row of the season's table as the source.
 * The club played in the season or was missing.
 */
type Asked = Season & { asked: string; row: Place };

function seasons(facts: Facts): Season[] {
  return [...Map.groupBy(facts.season_tables, titleKey).values()].flatMap((table) => {
    const [first] = table;
    if (first === undefined || isTainted(first.league, first.season)) return [];
    const { league, season } = first;
    const clubs = table.map((one) => one.team);
    const absent = around(facts, first, 6).filter((one) => !clubs.includes(one));
    return [{ table, league, season, clubs, absent }];
  });
}

function around(facts: Facts, row: Place, span: number): string[] {
  const near = facts.season_tables.filter(
    (one) => one.league === row.league && within(span, one.season, row.season),
  );
  return [...new Set(near.map((one) => one.team))];
}

/**
 * Seasons in which a club that every fan knows was missing. The source is another club's row,
 * because the table does not name the missing club.
 */
function famousAbsences(facts: Facts): Asked[] {
  return seasons(facts).flatMap((row) => {
    const famous = row.absent.filter(isKnownClub);
    const [first] = row.table.filter((one) => one.safe === '1');
    if (famous.length === 0 || first === undefined) return [];
    return [{ ...row, asked: pick(famous, `absent ${titleKey(row)}`), row: first }];
  });
}

/** Seasons with a club that was absent in another season within six years. */
function guests(facts: Facts): Asked[] {
  const all = seasons(facts);
  return all.flatMap((row) => {
    const near = all.filter(
      (one) => one.league === row.league && within(6, one.season, row.season),
    );
    const some = row.table.filter(
      ({ team, safe }) => safe === '1' && near.some((one) => !one.clubs.includes(team)),
    );
    if (some.length === 0) return [];
    const guest = pick(some, `guest ${titleKey(row)}`);
    return [{ ...row, asked: guest.team, row: guest }];
  });
}

export const absentClubs = template<Asked>({
  id: 'o4',
  share: 12,
  rows: famousAbsences,
  category: (row) => categoryOf(row.league),
  level: (row) => smallClubLevel(row, 2016, 2003),
  key: titleKey,
  from: ({ row }) => placeFrom(row),
  when: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs did not play in ${leagueOf(row)} in ${row.season}?`,
    (row) => `Which of these clubs was missing from ${leagueOf(row)} in ${row.season}?`,
  ],
  answer: (row) => row.asked,
  wrong: (row) => [row.clubs.filter(isKnownClub), row.clubs],
  fact: (row) => `${row.asked} did not play in ${leagueOf(row)} in ${row.season}.`,
});

export const clubsOfSeason = template<Asked>({
  id: 'o3',
  share: 12,
  rows: guests,
  category: (row) => categoryOf(row.league),
  level: (row) => smallClubLevel(row, 2021, 2010),
  key: titleKey,
  from: ({ row }) => placeFrom(row),
  when: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs played in ${leagueOf(row)} in ${row.season}?`,
    (row) => `In ${row.season}, which of these clubs was in ${leagueOf(row)}?`,
  ],
  answer: (row) => row.asked,
  wrong: (row) => [row.absent],
  alsoRight: (row) => row.clubs,
  fact: (row) => `${row.asked} played in ${leagueOf(row)} in ${row.season}.`,
});
