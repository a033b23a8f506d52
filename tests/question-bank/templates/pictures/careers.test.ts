import { expect, test } from 'vitest';
import { readFacts } from '../../../../question-bank/generator/read-facts.ts';
import { CONTENT, readContent } from '../../../../question-bank/reader/content.ts';
import { clubsOf } from '../../../../question-bank/templates/players/players-of.ts';
import { draftsOf } from '../../drafts.ts';

const facts = readFacts(CONTENT);
const clubs = (names: string[]) => names.map((club) => ({ club, league: 'EPL' }));
const kits = (names: string[]) =>
  names.map((club) => ({ club, pattern: 'plain', colour: 'FFFFFF' }));
const KNOWN = ['Chelsea', 'Arsenal', 'Everton', 'Liverpool'];
const player = (name: string, big5: string, other = '') => ({
  ...{ player: name, country: 'England', position: 'forward' },
  ...{ clubs_big5: big5, other_clubs: other },
});

function careers(players: ReturnType<typeof player>[], orders: Record<string, string>) {
  return draftsOf('q3', {
    famous_players: players,
    careers: Object.entries(orders).map(([name, all]) => ({ player: name, clubs: all })),
    clubs: clubs(KNOWN),
    club_colours: kits([...KNOWN, 'Ajax']),
  });
}

const OTHERS = [
  player('Two Of Them', 'Chelsea|Liverpool'),
  player('One Of Them', 'Chelsea|Everton'),
  player('Another', 'Liverpool'),
];

test('clubs are in the order in which the player joined them, wherever they are', () => {
  const [asked] = careers([player('Traveller', 'Chelsea|Arsenal', 'Ajax'), ...OTHERS], {
    Traveller: 'Ajax|Chelsea|Arsenal',
  });
  const drawn = asked?.picture?.kind === 'career' ? asked.picture.clubs : [];
  expect(drawn.map(([club]) => club)).toEqual(['Ajax', 'Chelsea', 'Arsenal']);
});

test('a player without a certain order of clubs is not asked for', () => {
  expect(careers([player('Traveller', 'Chelsea|Arsenal'), ...OTHERS], {})).toEqual([]);
});

test('at least two wrong players wore one of the shirts, or nothing is asked', () => {
  const traveller = player('Traveller', 'Chelsea|Arsenal');
  const orders = { Traveller: 'Chelsea|Arsenal' };
  const [asked] = careers([traveller, ...OTHERS], orders);
  expect(asked?.options).toEqual(expect.arrayContaining(['Two Of Them', 'One Of Them']));
  const strangers = ['A', 'B', 'C'].map((name) => player(`Stranger ${name}`, 'Liverpool'));
  expect(careers([traveller, ...strangers, player('Single', 'Chelsea')], orders)).toEqual([]);
});

test('every club of a career is one that the player was with', () => {
  for (const { player: name, clubs: career } of facts.careers) {
    const known = facts.famous_players.filter((one) => one.player === name).flatMap(clubsOf);
    expect(known, name).toEqual(expect.arrayContaining(career.split('|')));
  }
});

test('a club of the league in question is always drawn', () => {
  const league = (club: string) => facts.clubs.find((one) => one.club === club)?.league;
  for (const { id, template, picture } of readContent(CONTENT).generated) {
    if (template !== 'q3' || picture?.kind !== 'career') continue;
    const leagues = picture.clubs.map(([club]) => league(club)?.toLowerCase());
    expect(leagues, id).toContain(id.split('-')[1]);
  }
});
