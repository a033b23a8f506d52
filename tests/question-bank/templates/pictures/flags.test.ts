import { expect, test } from 'vitest';
import { draftsOf } from '../../drafts.ts';

const [RED, WHITE, BLUE, GREEN] = ['D21034', 'FFFFFF', '0039A6', '00853F'];
const FLAGS: Record<string, [string, string[]]> = {
  France: ['upright', [BLUE, WHITE, RED]],
  Netherlands: ['level', [RED, WHITE, BLUE]],
  Russia: ['level', [WHITE, BLUE, RED]],
  Hungary: ['level', [RED, WHITE, GREEN]],
  Italy: ['upright', [GREEN, WHITE, RED]],
  Nigeria: ['upright', [GREEN, WHITE, GREEN]],
  Ukraine: ['level', [BLUE, 'FFD700']],
};
const flags = Object.entries(FLAGS).map(([country, [bands, colours]]) => ({
  ...{ country, bands, colours: colours.join('|') },
}));
const records = flags.map(({ country }) => ({
  ...{ competition: 'FIFA World Cup', team: country, first: '1930' },
}));

test('flags that share two colours come first, those with the bands the other way among them', () => {
  const asked = draftsOf('q2', { flags, national_team_records: records });
  const by = (team: string) => asked.find(({ answer }) => answer === team)?.options ?? [];
  expect(by('Netherlands').toSorted()).toEqual(['France', 'Hungary', 'Italy', 'Netherlands']);
  expect(by('Russia')).not.toContain('Netherlands');
});

test('a nickname is as hard as the flag, in whatever tongue', () => {
  const named = (team: string, nickname: string) => ({ team, nickname, africa: '0' });
  const asked = draftsOf('q2-name', {
    flags,
    national_team_nicknames: [
      named('Hungary', 'Samurai Blue'),
      named('Russia', 'The Bears'),
      named('France', 'Les Bleus'),
      named('Italy', 'Gli Azzurri'),
      named('Ukraine', 'The Yellows'),
    ],
  });
  const levels = asked.map(({ answer, level }) => [answer, level]);
  expect(levels).toContainEqual(['Samurai Blue', 'medium']);
  expect(levels).toContainEqual(['Les Bleus', 'easy']);
});

test('a player of any African country is asked for in the African Cup, against Africans', () => {
  const [togo, ghana] = ['Togo', 'Ghana'].map((country) => ({
    ...{ country, bands: 'level', colours: country === 'Togo' ? GREEN : RED },
  }));
  const capped = (player: string, country: string, clubs = 'Arsenal') => ({
    ...{ player, country, position: 'forward', clubs_big5: clubs },
  });
  const asked = draftsOf('q2-player', {
    flags: [togo, ghana].flatMap((one) => one ?? []),
    national_team_nicknames: ['Togo', 'Ghana'].map((team) => ({ team, africa: '1' })),
    famous_players: [
      capped('Emmanuel Adebayor', 'Togo', 'Metz|Monaco|Arsenal|Manchester City|Real Madrid'),
      ...['Essien', 'Gyan', 'Muntari'].map((name) => capped(name, 'Ghana')),
      ...['Zidane', 'Henry', 'Vieira'].map((name) => capped(name, 'France')),
    ],
  });
  const adebayor = asked.find(({ answer }) => answer === 'Emmanuel Adebayor');
  expect(adebayor?.category).toBe('african-cup-of-nations');
  expect(adebayor?.options.slice(1).toSorted()).toEqual(['Essien', 'Gyan', 'Muntari']);
  expect(adebayor?.fact).toContain(
    'clubs of his: Monaco, Arsenal, Manchester City and Real Madrid',
  );
});
