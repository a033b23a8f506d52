import { categoryOf } from '../../generator/competitions.ts';
import { isTainted, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { isKnownClub } from '../shared/famous.ts';
import type { Place } from './places-of.ts';
import { placeFrom } from './places-of.ts';
import { leagueOf, smallClubLevel, titleKey } from './titles-of.ts';

/** A season with its clubs, and clubs of the years around it. */
type Season = { table: Place[]; league: string; season: string; clubs: string[]; absent: string[] };

/** A club of the season or one that was missing, and the row of the table that tells it. */
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

/** Seasons in which a club that every fan knows was missing; a table names it nowhere. */
function famousAbsences(facts: Facts): Asked[] {
  return seasons(facts).flatMap((row) => {
    const famous = row.absent.filter(isKnownClub);
    const [first] = row.table.filter((one) => one.safe === '1');
    if (famous.length === 0 || first === undefined) return [];
    return [{ ...row, asked: pick(famous, `absent ${titleKey(row)}`), row: first }];
  });
}

/** Seasons with a club that was not there in every one of the years around. */
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
