import { expect, test } from 'vitest';
import { CONTENT, readContent } from '../../../question-bank/reader/content.ts';
import { deckOf } from '../../../question-bank/reader/deck.ts';
import { pictureFits } from '../../../question-bank/rules/pictures.ts';
import { draftsOf } from '../drafts.ts';

const { generated } = readContent(CONTENT);
const drawn = generated.filter(({ picture }) => picture !== undefined);

test('at least 600 questions have a picture, some in every category at every level', () => {
  expect(drawn.length).toBeGreaterThanOrEqual(600);
  const places = new Set(drawn.map(({ category, level }) => `${category} ${level}`));
  expect(places.size).toBe(24);
});

test('every picture keeps within its bytes, and none is in the deck', () => {
  expect(drawn.filter(({ picture }) => picture && !pictureFits(picture))).toEqual([]);
  expect(deckOf(generated).filter(({ picture }) => picture !== undefined)).toEqual([]);
});

const CLUBS = ['Arsenal', 'Chelsea', 'Everton', 'Fulham', 'Wigan Athletic', 'Blackpool'];
const clubs = CLUBS.map((club) => ({ club, league: 'EPL', stadium: `${club} Park`, city: club }));
const colours = (kits: Record<string, string[]>) =>
  Object.entries(kits).map(([club, [pattern = '', colour = '', second = '']]) => ({
    ...{ club, pattern, colour, second },
  }));

test('no club is an option with one whose shirt looks the same', () => {
  const asked = draftsOf('q1', {
    clubs,
    club_colours: colours({
      Arsenal: ['sleeves', 'D3122E', 'FFFFFF'],
      Chelsea: ['plain', '1B4DB5'],
      Everton: ['plain', '12275E'],
      Fulham: ['plain', 'FFFFFF'],
      'Wigan Athletic': ['stripes', '1B4DB5', 'FFFFFF'],
      Blackpool: ['plain', 'F47920'],
    }),
  });
  const chelsea = asked.find(({ answer }) => answer === 'Chelsea');
  expect(chelsea?.options).toContain('Fulham');
  expect(chelsea?.options).not.toContain('Everton');
  expect(chelsea?.options).not.toContain('Wigan Athletic');
  expect(chelsea?.picture).toEqual({ kind: 'shirt', kit: ['plain', '1B4DB5'] });
});

test('a table with a club in doubt is not drawn', () => {
  const places = CLUBS.concat('Leeds United', 'Liverpool').map((team, index) => ({
    ...{ league: 'EPL', season: '2003-04', team, pos: String(index + 1), gf: '50' },
    ...{ points: String(90 - index), adjustment: '0', safe: '1' },
  }));
  expect(draftsOf('q4', { season_tables: places })).toHaveLength(1);
  const docked = places.map((row) => (row.pos === '4' ? { ...row, adjustment: '-3' } : row));
  expect(draftsOf('q4', { season_tables: docked })).toHaveLength(0);
});

test('the marked player of a line-up is asked for, against team-mates of the neighbouring lines first', () => {
  const players =
    'Seaman*easy|Cole*medium|Campbell|Touré|Lauren*hard|Pires|Gilberto|Vieira|Ljungberg|Henry|Bergkamp';
  const asked = draftsOf('q6', {
    line_ups: [
      {
        ...{ of: 'EPL', team: 'Arsenal', match: 'unbeaten in 2003-04', formation: '4-4-2' },
        ...{ players, keepers: 'Lehmann|Almunia|Taylor', states: 'They drew twelve.' },
      },
    ],
  });
  const by = (answer: string) => asked.find((one) => one.answer === answer);
  expect(asked).toHaveLength(3);
  expect(by('Cole')?.picture).toEqual({ kind: 'pitch', formation: '4-4-2', gold: 1 });
  expect(by('Cole')?.options.toSorted()).toEqual(['Campbell', 'Cole', 'Lauren', 'Touré']);
  expect(by('Seaman')?.options.toSorted()).toEqual(['Almunia', 'Lehmann', 'Seaman', 'Taylor']);
  expect(by('Lauren')?.level).toBe('hard');
});

test('no job is an option with an arguable one of the same side', () => {
  const jobs = generated.filter(({ template }) => template === 'q6-job');
  expect(jobs.length).toBeGreaterThan(50);
  for (const { answer, options } of jobs.filter((one) => one.answer.endsWith(' back'))) {
    const side = answer.split(' ')[0];
    if (side === 'Centre') continue;
    const backs = options.filter((one) => one.startsWith(`${side} `) && one.endsWith('back'));
    expect(backs).toEqual([answer]);
  }
});
