import { categoryOf, list } from '../names.ts';
import type { Level } from '../question.ts';
import { pick } from '../seeded.ts';
import type { Facts, Row } from '../tables.ts';
import { template } from '../template.ts';
import { BIG_CLUBS, MORE_CLUBS, MORE_COUNTRIES } from './careers.ts';

type Player = Row<'famous_players'>;

type Spell = { player: Player; league: string; club: string };

const clubsOf = (player: Player): string[] => [
  ...list(player.clubs_big5),
  ...list(player.other_clubs),
  ...(MORE_CLUBS[player.player] ?? []),
];

function leagueOf(facts: Facts, club: string): string | undefined {
  return facts.clubs.find((one) => one.club === club)?.league;
}

/** Every club of a player in the five leagues, with its league. */
function spells(facts: Facts, player: Player): Spell[] {
  return list(player.clubs_big5).flatMap((club) => {
    const league = leagueOf(facts, club);
    return league === undefined ? [] : [{ player, league, club }];
  });
}

/** One spell per player and league. */
function onePerLeague(all: readonly Spell[]): Spell[] {
  const leagues = [...new Set(all.map((spell) => spell.league))];
  return leagues.map((league) => {
    const here = all.filter((spell) => spell.league === league);
    return pick(here, `${here[0]?.player.player} ${league}`);
  });
}

/** One Nigerian per club: a second one would be asked in the same words. */
function onePerClub(all: readonly Spell[]): Spell[] {
  return [...Map.groupBy(all, (spell) => spell.club)].map(([club, here]) => pick(here, club));
}

export const playerCountries = template<Spell>({
  id: 'p1',
  share: 16,
  rows: (facts) =>
    facts.famous_players.flatMap((player) => {
      const all = onePerLeague(spells(facts, player));
      return all.length === 0 ? [] : [pick(all, `p1 ${player.player}`)];
    }),
  category: (row) => categoryOf(row.league),
  level: () => 'easy',
  key: (row) => row.player.player,
  phrasings: [
    (row) => `${row.player.player} has played for ${row.club} and for which country?`,
    (row) => `Which country has ${row.player.player}, who has played for ${row.club}, represented?`,
  ],
  answer: (row) => row.player.country,
  wrong: (row, facts) => {
    const african = new Set(
      facts.national_team_nicknames.filter((one) => one.africa === '1').map((one) => one.team),
    );
    const near = facts.famous_players.filter(
      (one) => african.has(one.country) === african.has(row.player.country),
    );
    return [near.map((one) => one.country)];
  },
  alsoRight: (row) => MORE_COUNTRIES[row.player.player] ?? [],
  fact: (row) =>
    `${row.player.player} has played for ${row.player.country} and, among other clubs, ${row.club}.`,
});

/** Retired players only: a transfer can make a wrong club of an active one right. */
export const playerClubs = template<Spell>({
  id: 'p2',
  share: 20,
  rows: (facts) =>
    facts.famous_players
      .filter((player) => player.active_2026 === '0')
      .flatMap((player) => onePerLeague(spells(facts, player))),
  category: (row) => categoryOf(row.league),
  level: (row): Level =>
    row.player.country === 'Nigeria' || clubsOf(row.player).length <= 3 ? 'easy' : 'medium',
  key: (row) => `${row.league} ${row.player.player}`,
  phrasings: [
    (row) => `Which of these clubs did ${row.player.player} play for?`,
    (row) =>
      `For which of these clubs did ${row.player.country} ${row.player.position} ${row.player.player} play?`,
  ],
  answer: (row) => row.club,
  wrong: (row) => [BIG_CLUBS[row.league] ?? []],
  alsoRight: (row) => clubsOf(row.player),
  fact: (row) => `${row.player.player} played for ${row.club}.`,
});

/** Nigerians who have retired stand as wrong options: their list of clubs will not grow. */
export const nigeriansAtClubs = template<Spell>({
  id: 'p5',
  share: 16,
  rows: (facts) =>
    onePerClub(
      facts.famous_players
        .filter((player) => player.country === 'Nigeria')
        .flatMap((player) => spells(facts, player)),
    ),
  category: (row) => categoryOf(row.league),
  level: (row): Level => ((BIG_CLUBS[row.league] ?? []).includes(row.club) ? 'easy' : 'medium'),
  key: (row) => `${row.club} ${row.player.player}`,
  phrasings: [
    (row) => `Which of these Nigerians has played for ${row.club}?`,
    (row) => `Which Super Eagles player has turned out for ${row.club}?`,
  ],
  answer: (row) => row.player.player,
  wrong: (row, facts) => [
    facts.famous_players
      .filter((one) => one.country === 'Nigeria' && one.active_2026 === '0')
      .filter((one) => !clubsOf(one).includes(row.club))
      .map((one) => one.player),
  ],
  fact: (row) => `${row.player.player} of Nigeria has played for ${row.club}.`,
});
