import { categoryOf } from '../../generator/competitions.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { hash } from '../../text/hash.ts';
import { isBigClub, isGiant } from '../shared/famous.ts';
import { isKnownFrom } from './known-from.ts';
import {
  adjective,
  best,
  clubsOf,
  fullName,
  isFamous,
  leagueOfClub,
  type Player,
  playerFrom,
  playerSubject,
  retired,
  type Spell,
  spells,
} from './players-of.ts';

/**
 * At least this many of the players with many clubs come first among wrong options. With fewer, the
 * options would always be the same.
 */
const TRAVELLERS = 4;

type InGroup = Spell & { group: string; among: (player: Player) => boolean };

function allSpells(facts: Facts): Spell[] {
  return facts.famous_players.flatMap((player) => spells(facts, player));
}

/**
 * One player of a country per club, because a second player would be asked about in the same words.
 */
function countrymen(facts: Facts): InGroup[] {
  const named = allSpells(facts).filter(
    ({ player }) => player.country !== 'Nigeria' && adjective(player.country) !== undefined,
  );
  const groups = Map.groupBy(named, ({ player, club }) => `${player.country} ${club}`);
  return [...groups].map(([name, here]) => {
    const spell = pick(best(here), name);
    const { country } = spell.player;
    return {
      ...spell,
      group: `${adjective(country)} players`,
      among: (player: Player) => player.country === country,
    };
  });
}

/** One African per big club. Nigerians are left out, because they have questions of their own. */
function africans(facts: Facts): InGroup[] {
  const nations = new Set(
    facts.national_team_nicknames.filter((one) => one.africa === '1').map((one) => one.team),
  );
  const among = (player: Player): boolean => nations.has(player.country);
  const here = allSpells(facts).filter(
    ({ player }) => among(player) && player.country !== 'Nigeria',
  );
  return [...Map.groupBy(here, (spell) => spell.club)].map(([club, some]) => ({
    ...pick(best(some), `african ${club}`),
    group: 'African players',
    among,
  }));
}

/** Ranks a player's clubs. The club that he is known from comes first. */
const fame = (row: InGroup): number => {
  if (isFamous(row)) return 0;
  return isBigClub(row.league, row.club) ? 1 : 2;
};

/** At most two questions for a player in a group, about the clubs that made him best known. */
function twoForEach(rows: readonly InGroup[]): InGroup[] {
  const piles = Map.groupBy(rows, ({ group, player }) => `${group} ${player.player}`);
  return [...piles.values()].flatMap((some) =>
    some.toSorted((one, other) => fame(one) - fame(other)).slice(0, 2),
  );
}

/**
 * The players, those with many clubs first. A player with many clubs would be conspicuous among
 * three stars with one club each.
 */
function byTravels(players: readonly Player[]): string[][] {
  const names = players
    .toSorted((one, other) => clubsOf(other).length - clubsOf(one).length)
    .map(({ player }) => player);
  const most = Math.max(TRAVELLERS, Math.ceil(names.length / 2));
  return [names.slice(0, most), names.slice(most)];
}

export const countrymenAtClubs = template<InGroup>({
  id: 'p6',
  share: 15,
  rows: (facts) => twoForEach([...countrymen(facts), ...africans(facts)]),
  category: (row) => categoryOf(row.league),
  level: (row): Level => {
    if (isFamous(row)) return 'easy';
    return isBigClub(row.league, row.club) ? 'medium' : 'hard';
  },
  key: (row) => `${row.group.replace(' players', '')} ${row.club}`,
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    (row) => `Which of these ${row.group} has played for ${row.club}?`,
    (row) => `Which of these ${row.group} has been with ${row.club}?`,
  ],
  answer: (row) => row.player.player,
  wrong: (row, facts) =>
    byTravels(retired(facts).filter((one) => row.among(one) && !clubsOf(one).includes(row.club))),
  alsoRight: (row, facts) => playersAt(facts, [row.club]),
  fact: (row) => `${fullName(row.player)} has played for ${row.club}.`,
});

function playersAt(facts: Facts, clubs: readonly string[]): string[] {
  return facts.famous_players
    .filter((one) => clubs.every((club) => clubsOf(one).includes(club)))
    .map((one) => one.player);
}

type Both = { player: Player; league: string; clubs: [string, string]; big: boolean };

/** Each pair of clubs with a player of both, preferably a Nigerian. */
function bothClubs(facts: Facts): Both[] {
  const all = facts.famous_players.flatMap((player) => {
    const here = spells(facts, player);
    return here.flatMap((one, index) =>
      here.slice(index + 1).map((other) => {
        const [first, second] = [one, other].toSorted((a, b) => (a.club < b.club ? -1 : 1));
        const clubs: [string, string] = [first?.club ?? '', second?.club ?? ''];
        const name = clubs.join(' ');
        const league = hash(name) % 2 === 0 ? first?.league : second?.league;
        const big = [one, other].every((spell) => isBigClub(spell.league, spell.club));
        return { player, league: league ?? '', clubs, big, name };
      }),
    );
  });
  return [...Map.groupBy(all, (row) => row.name)].map(([name, rows]) => {
    const nigerians = rows.filter(({ player }) => player.country === 'Nigeria');
    return pick(nigerians.length > 0 ? nigerians : rows, name);
  });
}

const EASIER = { hard: 'medium', medium: 'easy', easy: 'easy' } as const;

function levelOfClubs(row: Both): Level {
  if (row.clubs.every(isGiant)) return 'easy';
  return row.big ? 'medium' : 'hard';
}

/** A Nigerian, or a player that fans know from both clubs. */
const isStarOfBoth = ({ player, clubs }: Both): boolean =>
  player.country === 'Nigeria' || clubs.every((club) => isKnownFrom(club, player.player));

/** The question is never easy if fans know the player from neither club. */
function levelOfBoth(row: Both): Level {
  const level = isStarOfBoth(row) ? EASIER[levelOfClubs(row)] : levelOfClubs(row);
  const isKnown = row.clubs.some((club) => isKnownFrom(club, row.player.player));
  return level === 'easy' && !isKnown ? 'medium' : level;
}

/** Englishmen that nobody would place at a German club. */
const NEVER_IN_GERMANY = ['Andy Cole', 'Michael Owen', 'Alan Shearer'];

function others(row: Both, facts: Facts): Player[] {
  const isGerman = row.clubs.some((club) => leagueOfClub(facts, club) === 'Bundesliga');
  return retired(facts).filter((one) => !isGerman || !NEVER_IN_GERMANY.includes(one.player));
}

/**
 * One player of each club who was not at the other club, so that neither club alone reveals the
 * answer. If a club has no such player, a player of its league or a countryman of the answer is
 * chosen.
 */
function oneOfEach(row: Both, facts: Facts): string[][] {
  return row.clubs.map((club) => {
    const league = leagueOfClub(facts, club);
    const notBoth = others(row, facts).filter(
      (one) => !row.clubs.every((both) => clubsOf(one).includes(both)),
    );
    const near = notBoth.filter(
      (one) =>
        one.player !== row.player.player &&
        (one.country === row.player.country ||
          spells(facts, one).some((spell) => spell.league === league)),
    );
    const own = notBoth.filter((one) => clubsOf(one).includes(club));
    const pool = own.length > 0 ? own : near;
    return pool.length === 0 ? [] : [pick(pool, row.clubs.join(' ')).player];
  });
}

export const playersOfBoth = template<Both>({
  id: 'p8',
  share: 15,
  rows: bothClubs,
  category: (row) => categoryOf(row.league),
  level: levelOfBoth,
  key: (row) => row.clubs.join(' '),
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    (row) => `Which of these players has played for both ${row.clubs.join(' and ')}?`,
    (row) => `${row.clubs.join(' and ')}: which of these players has been with both?`,
  ],
  answer: (row) => row.player.player,
  wrong: (row, facts) => {
    const all = others(row, facts);
    const atOne = all.filter((one) => row.clubs.some((club) => clubsOf(one).includes(club)));
    const leagues = row.clubs.map((club) => leagueOfClub(facts, club));
    const near = all.filter((one) =>
      spells(facts, one).some(({ league }) => leagues.includes(league)),
    );
    const pools = [atOne, near, all].map((pool) => pool.map((one) => one.player));
    return [...oneOfEach(row, facts), ...pools];
  },
  alsoRight: (row, facts) => playersAt(facts, row.clubs),
  fact: (row) => `${fullName(row.player)} has played for ${row.clubs.join(' and ')}.`,
});
