import { expect, test } from 'vitest';
import { africanNames } from '../../../question-bank/generator/african-names.ts';
import { factsOf } from '../facts.ts';

const names = africanNames(
  factsOf({
    national_team_nicknames: [
      { team: 'Nigeria', africa: '1' },
      { team: 'Brazil', africa: '0' },
    ],
    afcon_matches: [
      { home: 'Egypt', away: 'Ethiopia', home_scorers: "Ad-Diba 2'; Raafat Attia 21' (pen)" },
    ],
    world_cup_matches: [
      {
        ...{ home: 'Brazil', home_scorers: "Rui Costa 9'" },
        ...{ away: 'Nigeria', away_scorers: "Roberto Dias 3' (og); Samson Siasia 8'" },
      },
    ],
    famous_players: [{ player: 'Nwankwo Kanu', country: 'Nigeria' }],
    league_top_scorers: [{ player: 'Thierry Henry', nationality: 'France' }],
    tournament_goalscorers: [{ player: 'Ahmed Musa', team: 'Nigeria' }],
    line_ups: [
      { team: 'Nigeria', players: 'Peter Rufai*hard|Finidi George' },
      { team: 'Arsenal', players: 'Jens Lehmann' },
    ],
  }),
);

test('countries of Africa are found in the tables, whatever else these contain', () => {
  expect(names).toEqual(expect.arrayContaining(['Egypt', 'Ethiopia', 'Nigeria']));
  expect(names).not.toContain('Brazil');
});

test("players of Africa are found by their whole names, in every table with a player's country", () => {
  const players = ['Nwankwo Kanu', 'Ahmed Musa', 'Raafat Attia', 'Peter Rufai', 'Finidi George'];
  expect(names).toEqual(expect.arrayContaining(players));
  for (const other of ['Thierry Henry', 'Rui Costa', 'Jens Lehmann']) {
    expect(names).not.toContain(other);
  }
});

test("a single word is no player's name, except for players with a unique one", () => {
  expect(names).not.toContain('Ad-Diba');
  expect(names).not.toContain('George');
  expect(names).toContain('Okocha');
});

test('an own goal does not make the scorer a player of the other team', () => {
  expect(names).toContain('Samson Siasia');
  expect(names).not.toContain('Roberto Dias');
});

test('peoples are listed with their countries, each name once and in order', () => {
  expect(names).toEqual(expect.arrayContaining(['Ivorian', 'Super Eagles', 'AFCON']));
  expect(names).toEqual([...new Set(names)].toSorted());
});
