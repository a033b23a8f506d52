import { categoryOf } from '../../generator/competitions.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { isBigClub } from '../shared/famous.ts';
import {
  best,
  clubsOf,
  fullName,
  isFamous,
  type Player,
  playerFrom,
  playerSubject,
  retired,
  type Spell,
  spells,
} from './players-of.ts';

function nigerianSpells(facts: Facts): Spell[] {
  return facts.famous_players
    .filter((player) => player.country === 'Nigeria')
    .flatMap((player) => spells(facts, player));
}

/** One Nigerian per club, because a second Nigerian would be asked about in the same words. */
function onePerClub(all: readonly Spell[]): Spell[] {
  return [...Map.groupBy(all, (spell) => spell.club)].map(([club, here]) => pick(best(here), club));
}

/** The other Nigerians of a club, one for each position. */
function othersByPosition(facts: Facts): Spell[] {
  const all = nigerianSpells(facts);
  const asked = new Set(onePerClub(all));
  const groups = Map.groupBy(
    all.filter((spell) => !asked.has(spell)),
    ({ club, player }) => `${club} ${player.position}`,
  );
  return [...groups].map(([name, here]) => pick(here, name));
}

/** Retired Nigerians who were never with the club. */
function strangers(row: Spell, facts: Facts): Player[] {
  return retired(facts).filter(
    (one) => one.country === 'Nigeria' && !clubsOf(one).includes(row.club),
  );
}

const level = (row: Spell): Level =>
  isFamous(row) || isBigClub(row.league, row.club) ? 'easy' : 'medium';

/** The wrong options are retired Nigerians, because their list of clubs will not grow. */
export const nigeriansAtClubs = template<Spell>({
  id: 'p5',
  share: 15,
  rows: (facts) => onePerClub(nigerianSpells(facts)),
  category: (row) => categoryOf(row.league),
  level,
  key: (row) => `${row.club} ${row.player.player}`,
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    (row) => `Which of these Nigerians has played for ${row.club}?`,
    (row) => `Which Super Eagles player has turned out for ${row.club}?`,
  ],
  answer: (row) => row.player.player,
  wrong: (row, facts) => [strangers(row, facts).map((one) => one.player)],
  alsoRight: (row, facts) =>
    nigerianSpells(facts)
      .filter((one) => one.club === row.club)
      .map((one) => one.player.player),
  fact: (row) => `${fullName(row.player)} has played for ${row.club}.`,
});

export const nigeriansByPosition = template<Spell>({
  id: 'p5-role',
  share: 8,
  rows: othersByPosition,
  category: (row) => categoryOf(row.league),
  level,
  key: (row) => `${row.club} ${row.player.player}`,
  from: playerFrom,
  subject: playerSubject,
  phrasings: [
    (row) => `Which Nigerian ${row.player.position} has played for ${row.club}?`,
    (row) => `Of these four, which Nigerian ${row.player.position} has been with ${row.club}?`,
  ],
  answer: (row) => row.player.player,
  wrong: (row, facts) => {
    const alike = strangers(row, facts).filter((one) => one.position === row.player.position);
    return [alike.map((one) => one.player)];
  },
  alsoRight: (row, facts) =>
    nigerianSpells(facts)
      .filter((one) => one.club === row.club && one.player.position === row.player.position)
      .map((one) => one.player.player),
  fact: (row) => `${fullName(row.player)} has played for ${row.club}.`,
});
