import { list } from '../../generator/cells.ts';
import { pick } from '../../generator/seeded.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { isBigClub } from '../shared/famous.ts';
import { MORE_CLUBS, NEVER_PLAYED } from './careers.ts';
import { isKnownFrom } from './known-from.ts';

export type Player = Row<'famous_players'>;

/** A player at one of his clubs in the five leagues. */
export type Spell = { player: Player; league: string; club: string };

/** Every club that a player is known to have had. */
export const clubsOf = (player: Player): string[] => [
  ...list(player.clubs_big5),
  ...list(player.other_clubs),
  ...(MORE_CLUBS[player.player] ?? []),
];

/**
 * The retired players. Only they are wrong options, because a transfer could make an active player
 * right.
 */
export function retired(facts: Facts): Player[] {
  return facts.famous_players.filter((player) => player.active_2026 === '0');
}

export function leagueOfClub(facts: Facts, club: string): string | undefined {
  return facts.clubs.find((one) => one.club === club)?.league;
}

/** Every club of a player in the five leagues, with its league. */
export function spells(facts: Facts, player: Player): Spell[] {
  const never = NEVER_PLAYED[player.player] ?? [];
  return list(player.clubs_big5).flatMap((club) => {
    const league = leagueOfClub(facts, club);
    return league === undefined || never.includes(club) ? [] : [{ player, league, club }];
  });
}

/** The spells that made a player famous, otherwise those at big clubs, otherwise all. */
export function best(all: readonly Spell[]): readonly Spell[] {
  const famous = all.filter(isFamous);
  const big = all.filter(({ league, club }) => isBigClub(league, club));
  return [famous, big].find((some) => some.length > 0) ?? all;
}

/** True for a spell at a club that fans know the player from. */
export const isFamous = ({ player, club }: Spell): boolean => isKnownFrom(club, player.player);

/** One spell per player and league, preferably at a club that fans know him from. */
export function onePerLeague(all: readonly Spell[]): Spell[] {
  const leagues = [...new Set(all.map((spell) => spell.league))];
  return leagues.map((league) => {
    const here = all.filter((spell) => spell.league === league);
    return pick(best(here), `${here[0]?.player.player} ${league}`);
  });
}

/** A player as a fact names him: "Jay-Jay Okocha of Nigeria". */
export const fullName = (player: Player): string => `${player.player} of ${team(player.country)}`;

export const playerFrom = (row: { player: Player }): string =>
  rowName('famous_players', row.player);

/**
 * The subject that questions about a player's clubs, country and position share, because each helps
 * with the others.
 */
export const playerSubject = (row: { player: Player }): string => `player ${row.player.player}`;

/** The adjectives of the countries with enough players to choose from. */
const ADJECTIVES: Readonly<Record<string, string>> = {
  Nigeria: 'Nigerian',
  Cameroon: 'Cameroonian',
  Ghana: 'Ghanaian',
  Senegal: 'Senegalese',
  'Ivory Coast': 'Ivorian',
  France: 'French',
  Italy: 'Italian',
  Argentina: 'Argentine',
  Netherlands: 'Dutch',
  England: 'English',
  Germany: 'German',
  Spain: 'Spanish',
  Brazil: 'Brazilian',
};

/** "Nigerian" for Nigeria; undefined for a country that no question names that way. */
export const adjective = (country: string): string | undefined => ADJECTIVES[country];
