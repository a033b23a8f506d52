import type { Picture } from '../../../src/contract/picture.ts';
import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { pictureFits } from '../../rules/pictures.ts';
import { isKnownFrom } from '../players/known-from.ts';
import {
  clubsOf,
  onePerLeague,
  type Player,
  playerFrom,
  playerSubject,
  type Spell,
  spells,
} from '../players/players-of.ts';
import { AFRICAN_TEAMS, isGiant, isKnownClub } from '../shared/famous.ts';
import { kitOf } from './kits.ts';

const MOST_SHIRTS = 5;

const careers = oncePerFacts(
  (facts) => new Map(facts.careers.map(({ player, clubs }) => [player, list(clubs)])),
);

/**
 * A player's clubs in the order in which he joined them. A club whose place in that order is
 * uncertain is left out.
 */
const careerOf = (facts: Facts, { player }: Player): readonly string[] =>
  careers(facts).get(player) ?? [];

/**
 * The picture of a player's career, with as many clubs as fit in it. The spell's club is always in
 * it, and the clubs that made him famous are left out last.
 */
function shown(facts: Facts, { player, club: asked }: Spell): Picture & { kind: 'career' } {
  const clubs = careerOf(facts, player).flatMap((club) => {
    const kit = kitOf(facts, club);
    return kit === undefined ? [] : [[club, kit] satisfies [string, unknown]];
  });
  const last = (isLess: (club: string) => boolean) =>
    clubs.findLastIndex(([club]) => club !== asked && isLess(club));
  while (clubs.length > MOST_SHIRTS || !pictureFits({ kind: 'career', clubs })) {
    const lesser = last((club) => !isKnownFrom(club, player.player));
    clubs.splice(lesser === -1 ? last(() => true) : lesser, 1);
  }
  return { kind: 'career', clubs };
}

const clubsIn = (facts: Facts, row: Spell): string[] =>
  shown(facts, row).clubs.map(([club]) => club);

const drawable = (facts: Facts, player: Player): Spell[] =>
  onePerLeague(
    spells(facts, player).filter(
      ({ club }) =>
        isKnownClub(club) && careerOf(facts, player).includes(club) && kitOf(facts, club),
    ),
  ).slice(0, 3);

type Career = Spell & { clubs: readonly string[] };

const isAfrican = ({ country }: Player): boolean => AFRICAN_TEAMS.includes(country);

/**
 * The best known club in the picture gives the player away, whatever the league of the question.
 */
function level({ player, league, clubs }: Career): Level {
  const tells = (club: string): boolean =>
    isKnownFrom(club, player.player) && (isGiant(club) || league === 'EPL' || isAfrican(player));
  return clubs.some(tells) ? 'easy' : 'medium';
}

export const careerPlayers = template<Career>({
  id: 'q3',
  share: 8,
  rows: (facts) =>
    facts.famous_players
      .flatMap((player) => drawable(facts, player))
      .map((row) => ({ ...row, clubs: clubsIn(facts, row) }))
      .filter(({ clubs }) => clubs.length >= 2),
  category: ({ league }) => categoryOf(league),
  level,
  key: ({ league, player }) => `${league} ${player.player}`,
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    () => 'I have worn all of these shirts. Who am I?',
    () => 'All of these have been my clubs. Who am I?',
  ],
  answer: ({ player }) => player.player,
  wrong: ({ player, league, clubs }, facts) => {
    const sharing = facts.famous_players.filter(
      (one) =>
        clubs.some((club) => clubsOf(one).includes(club)) &&
        !clubs.every((club) => clubsOf(one).includes(club)),
    );
    // If only one other player wore one of these shirts, fans would rule out all other options.
    if (sharing.length < 2) return [];
    const isThere = (one: Player) => spells(facts, one).some((spell) => spell.league === league);
    const there = sharing.filter(isThere);
    return [
      there.filter((one) => one.country === player.country || one.position === player.position),
      there,
      sharing,
      facts.famous_players.filter(isThere),
    ].map((pool) => pool.map((one) => one.player));
  },
  alsoRight: ({ clubs }, facts) =>
    facts.famous_players
      .filter((one) => clubs.every((club) => clubsOf(one).includes(club)))
      .map((one) => one.player),
  picture: (row, facts) => shown(facts, row),
  fact: ({ player, clubs }) =>
    `${player.player}, a ${player.position} of ${team(player.country)}, has been with ${andList(clubs)}.`,
});
