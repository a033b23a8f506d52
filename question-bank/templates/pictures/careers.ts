import type { Picture } from '../../../src/contract/picture.ts';
import { list } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { NEVER_PLAYED } from '../players/careers.ts';
import type { Player, Spell } from '../players/players-of.ts';
import {
  clubsOf,
  isFamous,
  onePerLeague,
  playerFrom,
  playerSubject,
  spells,
} from '../players/players-of.ts';
import { isKnownClub } from '../shared/famous.ts';
import { kitOf } from './kits.ts';

const MOST_SHIRTS = 5;

/** A player's clubs whose shirts can be drawn, as the table has them, without their years. */
function shown(facts: Facts, player: Player): string[] {
  const never = NEVER_PLAYED[player.player] ?? [];
  return [...list(player.clubs_big5), ...list(player.other_clubs)]
    .filter((club) => !never.includes(club) && kitOf(facts, club) !== undefined)
    .slice(0, MOST_SHIRTS);
}

/** As many of the first clubs as the picture's bytes hold. */
function lineOf(facts: Facts, player: Player): Picture | undefined {
  const clubs = shown(facts, player).flatMap((club) => {
    const kit = kitOf(facts, club);
    return kit === undefined ? [] : [[club, kit] satisfies [string, unknown]];
  });
  while (Buffer.byteLength(JSON.stringify({ kind: 'career', clubs })) > 200) clubs.pop();
  return clubs.length < 2 ? undefined : { kind: 'career', clubs };
}

const namesOf = (picture: Picture | undefined): string[] =>
  picture?.kind === 'career' ? picture.clubs.map(([club]) => club) : [];

export const careerPlayers = template<Spell>({
  id: 'q3',
  share: 8,
  rows: (facts) =>
    facts.famous_players.flatMap((player) =>
      onePerLeague(spells(facts, player).filter(({ club }) => isKnownClub(club))).slice(0, 3),
    ),
  category: ({ league }) => categoryOf(league),
  level: (row): Level => (isFamous(row) ? 'easy' : 'medium'),
  key: ({ league, player }) => `${league} ${player.player}`,
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    () => 'I have worn all of these shirts. Who am I?',
    () => 'All of these have been my clubs. Who am I?',
  ],
  answer: ({ player }) => player.player,
  wrong: (row, facts) => {
    const { player, league } = row;
    const there = facts.famous_players.filter((one) =>
      spells(facts, one).some((spell) => spell.league === league),
    );
    return [
      there.filter((one) => one.country === player.country || one.position === player.position),
      there,
    ].map((pool) => pool.map((one) => one.player));
  },
  alsoRight: ({ player }, facts) => {
    const clubs = namesOf(lineOf(facts, player));
    return facts.famous_players
      .filter((one) => clubs.every((club) => clubsOf(one).includes(club)))
      .map((one) => one.player);
  },
  picture: ({ player }, facts) => lineOf(facts, player),
  fact: ({ player }) =>
    `${player.player}, a ${player.position} of ${team(player.country)}, has been with ${andList(list(player.clubs_big5).slice(0, 5))}.`,
});
