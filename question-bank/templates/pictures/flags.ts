import { FLAG_MARKS, type Picture } from '../../../src/contract/picture.ts';
import { africanCountries } from '../../generator/african-names.ts';
import { list } from '../../generator/cells.ts';
import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { isClaimant } from '../nations/teams.ts';
import { isKnownFrom } from '../players/known-from.ts';
import { isGiant, isKnownClub, isKnownTeam } from '../shared/famous.ts';

type Flag = Row<'flags'>;
type Playing = { flag: Flag; record: Row<'national_team_records'> };

const isFlagged = oncePerFacts((facts) => new Map(facts.flags.map((row) => [row.country, row])));

/** The flag of a country as a picture. Throws for a mark that cannot be drawn. */
function drawn(row: Flag): Picture {
  const marks = list(row.marks).map((mark) => {
    const [shape, colour = '', x, y, size] = mark.split(' ');
    const known = FLAG_MARKS.find((one) => one === shape);
    if (known === undefined) throw new Error(`flags: ${row.country}: ${mark}`);
    return [known, colour, Number(x), Number(y), Number(size)] satisfies unknown[] as [
      typeof known,
      string,
      number,
      number,
      number,
    ];
  });
  return {
    kind: 'flag',
    bands: row.bands === 'level' ? 'level' : 'upright',
    colours: list(row.colours),
    ...(row.weights !== '' && { weights: list(row.weights).map(Number) }),
    ...(marks.length > 0 && { marks }),
  };
}

/** The group of a colour. Shades of one colour are in the same group. */
function shade(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(colour.slice(at, at + 2), 16),
  );
  if (Math.min(red, green, blue) > 200) return 'white';
  if (Math.max(red, green, blue) < 60) return 'black';
  if (red > 180 && green > 100) return 'yellow';
  if (red > green && red > blue) return 'red';
  return green > blue ? 'green' : 'blue';
}

const shades = (row: Flag): Set<string> =>
  new Set(
    [...list(row.colours), ...list(row.marks).map((mark) => mark.split(' ')[1] ?? '')].map(shade),
  );

/** The countries with a different flag: other colours, or bands in the other direction. */
function otherFlags(facts: Facts, row: Flag): Set<string> {
  const own = shades(row);
  return new Set(
    facts.flags
      .filter((one) => one.bands !== row.bands || shades(one).symmetricDifference(own).size > 0)
      .map(({ country }) => country),
  );
}

/** The countries with a different flag that shares two colours with this flag. */
function likeFlags(facts: Facts, row: Flag): Set<string> {
  const others = otherFlags(facts, row);
  const isLike = (one: Flag): boolean => shades(one).intersection(shades(row)).size >= 2;
  return new Set(
    facts.flags.filter(isLike).flatMap(({ country }) => (others.has(country) ? [country] : [])),
  );
}

function playing(facts: Facts): Playing[] {
  return facts.national_team_records.flatMap((record) => {
    const flag = isFlagged(facts).get(record.team);
    return flag === undefined ? [] : [{ flag, record }];
  });
}

/** The flag of a team that fans know is easy. */
const level = ({ record }: Playing): Level => (isKnownTeam(record.team) ? 'easy' : 'medium');

/**
 * The winner of the African Cup of 2025 is undecided, so the titles of its claimants are left out.
 */
function factOf({ record }: Playing): string {
  const isWorld = tournamentKey(record) === 'wc';
  const years = isClaimant(record) ? [] : list(record.title_years);
  const won = years.length === 0 ? '' : `, and won it in ${andList(years)}`;
  const first = `${sentence(team(record.team))} first played at the ${isWorld ? 'World Cup' : 'Africa Cup of Nations'} in ${record.first}`;
  return `${first}${won}${won && ` up to ${isWorld ? '2026' : '2023'}`}.`;
}

const key = ({ record }: Playing): string => `${tournamentKey(record)} ${record.team}`;
const from = ({ flag }: Playing): string => rowName('flags', flag);
const subject = ({ flag }: Playing): string => `flag ${flag.country}`;

export const flagTeams = template<Playing>({
  id: 'q2',
  share: 8,
  rows: playing,
  category: ({ record }) => categoryOf(record.competition),
  level,
  key,
  from,
  subject,
  phrasings: [
    () => "Which team's flag is this?",
    () => 'Which of these teams plays under this flag?',
  ],
  answer: ({ record }) => record.team,
  wrong: ({ record, flag }, facts) => {
    const [near, all] = [likeFlags(facts, flag), otherFlags(facts, flag)].map((flags) =>
      facts.national_team_records
        .filter((one) => one.competition === record.competition && flags.has(one.team))
        .map((one) => one.team),
    ) as [string[], string[]];
    const isAsKnown = (one: string): boolean => isKnownTeam(one) === isKnownTeam(record.team);
    return [near.filter(isAsKnown), near, all.filter(isAsKnown), all];
  },
  picture: ({ flag }) => drawn(flag),
  fact: factOf,
});

type Nicknamed = { flag: Flag; named: Row<'national_team_nicknames'> };

export const flagNicknames = template<Nicknamed>({
  id: 'q2-name',
  share: 8,
  rows: (facts) =>
    facts.national_team_nicknames.flatMap((named) => {
      const flag = isFlagged(facts).get(named.team);
      return flag === undefined ? [] : [{ flag, named }];
    }),
  category: ({ named }) => (named.africa === '1' ? 'african-cup-of-nations' : 'fifa-world-cup'),
  level: ({ named }): Level => (isKnownTeam(named.team) ? 'easy' : 'medium'),
  key: ({ named }) => named.team,
  from: ({ flag }) => rowName('flags', flag),
  subject: ({ flag }) => `flag ${flag.country}`,
  phrasings: [
    () => 'What is the nickname of the team with this flag?',
    () => 'Which nickname belongs to the team with this flag?',
  ],
  answer: ({ named }) => named.nickname,
  wrong: ({ named, flag }, facts) => {
    const flags = otherFlags(facts, flag);
    return [
      facts.national_team_nicknames
        .filter((one) => one.africa === named.africa && flags.has(one.team))
        .map((one) => one.nickname),
    ];
  },
  picture: ({ flag }) => drawn(flag),
  fact: ({ named }) => `${sentence(team(named.team))} are known as ${named.nickname}.`,
});

type Capped = { flag: Flag; player: Row<'famous_players'>; isAfrican: boolean };

/** The clubs of a player: those that made him famous first, then the most famous. */
function bestClubs({ player, clubs_big5 }: Capped['player']): string[] {
  const fame = (club: string): number =>
    [isKnownFrom(club, player), isGiant(club), isKnownClub(club), true].indexOf(true);
  return list(clubs_big5)
    .toSorted((one, other) => fame(one) - fame(other))
    .slice(0, 4);
}

/**
 * Asks for a player of the country with this flag. The wrong options are players of countries with
 * another flag.
 */
export const flagPlayers = template<Capped>({
  id: 'q2-player',
  share: 8,
  rows: (facts) =>
    facts.famous_players.flatMap((player) => {
      const flag = isFlagged(facts).get(player.country);
      const isAfrican = africanCountries(facts).has(player.country);
      return flag === undefined ? [] : [{ flag, player, isAfrican }];
    }),
  category: ({ isAfrican }) => (isAfrican ? 'african-cup-of-nations' : 'fifa-world-cup'),
  level: ({ player }): Level => (isKnownTeam(player.country) ? 'easy' : 'medium'),
  key: ({ player }) => player.player,
  from: ({ player }) => rowName('famous_players', player),
  subject: ({ player }) => `player ${player.player}`,
  phrasings: [
    () => 'Which of these players has played for the country of this flag?',
    () => 'Who of these has worn the shirt of the country with this flag?',
  ],
  answer: ({ player }) => player.player,
  wrong: ({ player, flag, isAfrican }, facts) => {
    const flags = otherFlags(facts, flag);
    const away = facts.famous_players.filter(
      (one) => one.country !== player.country && one.player !== 'Wilfried Zaha',
    );
    const near = away.filter((one) => africanCountries(facts).has(one.country) === isAfrican);
    return [near.filter((one) => flags.has(one.country)), near].map((pool) =>
      pool.map((one) => one.player),
    );
  },
  picture: ({ flag }) => drawn(flag),
  fact: ({ player }) =>
    `${player.player}, a ${player.position}, played for ${team(player.country)}; clubs of his: ${andList(bestClubs(player))}.`,
});
