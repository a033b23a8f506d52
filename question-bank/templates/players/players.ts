import { categoryOf } from '../../generator/competitions.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { bigClubs, isBigClub } from '../shared/famous.ts';
import { isLongAgo, MORE_COUNTRIES, NO_CLEAR_POSITION } from './careers.ts';
import {
  adjective,
  clubsOf,
  fullName,
  isFamous,
  onePerLeague,
  playerFrom,
  playerSubject,
  retired,
  type Spell,
  spells,
} from './players-of.ts';

/** One spell per league of each player. The key of one of these spells is the player's own key. */
function countrySpells(facts: Facts): (Spell & { key: string })[] {
  return facts.famous_players.flatMap((player) => {
    const all = onePerLeague(spells(facts, player));
    if (all.length === 0) return [];
    const first = pick(all, `p1 ${player.player}`);
    return all.map((spell) => ({
      ...spell,
      key: spell === first ? player.player : `${player.player} ${spell.league}`,
    }));
  });
}

export const playerCountries = template<Spell & { key: string }>({
  id: 'p1',
  share: 15,
  rows: countrySpells,
  category: (row) => categoryOf(row.league),
  level: () => 'easy',
  key: (row) => row.key,
  from: playerFrom,
  subject: playerSubject,
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
    `${row.player.player} has played for ${team(row.player.country)} and, among other clubs, ${row.club}.`,
});

/**
 * A player as a question introduces him: "Nigerian midfielder Jay-Jay Okocha". The country is left
 * out if `adjective` has none for it.
 */
const introduced = ({ player }: Spell): string =>
  [adjective(player.country) ?? '', player.position, player.player].join(' ').trim();

/**
 * Asks only about retired players, because a transfer could make a wrong club of an active player
 * right.
 */
export const playerClubs = template<Spell>({
  id: 'p2',
  share: 15,
  rows: (facts) => retired(facts).flatMap((player) => onePerLeague(spells(facts, player))),
  category: (row) => categoryOf(row.league),
  level: (row): Level => (isFamous(row) ? 'easy' : 'medium'),
  key: (row) => `${row.league} ${row.player.player}`,
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    (row) => `Which of these clubs did ${row.player.player} play for?`,
    (row) => `For which of these clubs did ${introduced(row)} play?`,
  ],
  answer: (row) => row.club,
  wrong: (row) => [bigClubs(row.league)],
  alsoRight: (row) => clubsOf(row.player),
  fact: (row) => `${fullName(row.player)} played for ${row.club}.`,
});

type Move = Spell & { other: string };

/**
 * Pairs of a player's clubs in one league. The question names one club and asks for the other. Each
 * club is named once.
 */
function moves(facts: Facts): Move[] {
  return retired(facts).flatMap((player) => {
    const leagues = Map.groupBy(spells(facts, player), (spell) => spell.league);
    return [...leagues.values()].flatMap((here) =>
      here.flatMap((spell, index) => {
        const other = here[(index + 1) % here.length];
        return other === undefined || other === spell ? [] : [{ ...spell, other: other.club }];
      }),
    );
  });
}

/** English clubs as large as the smaller clubs that Nigerians have played for. */
const SMALLER_CLUBS = [
  ...['Blackburn Rovers', 'Bolton Wanderers', 'Middlesbrough', 'Portsmouth', 'Stoke City'],
  ...['West Bromwich Albion', 'Birmingham City', 'Wigan Athletic', 'Fulham', 'Sunderland'],
];

const isNigerianInEngland = ({ player, league }: Spell): boolean =>
  player.country === 'Nigeria' && league === 'EPL';

const wasLongAgo = ({ club, player }: Spell): boolean => isLongAgo(club, player.player);

export const playersOtherClubs = template<Move>({
  id: 'p2-other',
  share: 12,
  rows: (facts) =>
    moves(facts).filter((row) => isBigClub(row.league, row.club) || !wasLongAgo(row)),
  category: (row) => categoryOf(row.league),
  level: (row): Level => {
    if (wasLongAgo(row)) return isFamous(row) ? 'medium' : 'hard';
    if (isFamous(row)) return 'easy';
    return isBigClub(row.league, row.club) || isNigerianInEngland(row) ? 'medium' : 'hard';
  },
  key: (row) => `${row.player.player} ${row.club}`,
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    (row) => `${row.player.player} played for ${row.other} and for which of these clubs?`,
    (row) => `Besides ${row.other}, which of these clubs did ${row.player.player} play for?`,
  ],
  answer: (row) => row.club,
  wrong: (row) =>
    isNigerianInEngland(row) && !isBigClub(row.league, row.club)
      ? [SMALLER_CLUBS]
      : [bigClubs(row.league)],
  alsoRight: (row) => clubsOf(row.player),
  fact: (row) => `${fullName(row.player)} played for ${row.other} and for ${row.club}.`,
});

const POSITIONS = ['Goalkeeper', 'Defender', 'Midfielder', 'Forward'];

const positionOf = ({ player }: Spell): string =>
  POSITIONS.find((one) => one.toLowerCase() === player.position) ?? '';

export const playerPositions = template<Spell>({
  id: 'p9',
  share: 4,
  rows: (facts) =>
    facts.famous_players
      .filter((player) => !NO_CLEAR_POSITION.has(player.player))
      .flatMap((player) => onePerLeague(spells(facts, player)).slice(0, 1))
      .filter((spell) => positionOf(spell) !== ''),
  category: (row) => categoryOf(row.league),
  level: () => 'easy',
  key: (row) => row.player.player,
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    (row) => `In which position did ${row.player.player}, once of ${row.club}, make his name?`,
    (row) => `Which position is ${row.player.player}, who has played for ${row.club}, known for?`,
  ],
  answer: positionOf,
  wrong: () => [POSITIONS],
  fact: (row) => `${fullName(row.player)} is known as a ${row.player.position}.`,
});
