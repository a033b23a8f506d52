import { expect, test } from 'vitest';
import { draftsOf } from '../../support/drafts.ts';

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

test('a nickname in the tongue of its country is easy', () => {
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
  expect(levels).toContainEqual(['Samurai Blue', 'easy']);
  expect(levels).toContainEqual(['The Bears', 'medium']);
});
