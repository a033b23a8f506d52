import { expect, test } from 'vitest';
import { CONTENT, readContent } from '../../../../question-bank/reader/content.ts';
import { draftsOf } from '../../support/drafts.ts';

test('a rival who did not start is the first wrong option, and it is asked who started', () => {
  const players =
    'Casillas|Coentrão*medium*Marcelo|Ramos|Varane|Carvajal|Di María|Khedira|Modrić|Ronaldo|Benzema|Bale';
  const [asked] = draftsOf('q6', {
    line_ups: [
      {
        ...{ of: 'UCL', team: 'Real Madrid', match: 'in the 2014 final', formation: '4-3-3' },
        ...{ players, keepers: '', states: 'They won 4-1.' },
      },
    ],
  });
  expect(asked?.options).toContain('Marcelo');
  expect(asked?.question).toContain('who started');
});

test('places of a back three are not easy', () => {
  const three = readContent(CONTENT).generated.filter(
    ({ template, picture }) =>
      template === 'q6' && picture?.kind === 'pitch' && picture.formation.startsWith('3-'),
  );
  const inside = three.filter(
    ({ picture }) => picture?.kind === 'pitch' && picture.gold >= 1 && picture.gold <= 3,
  );
  expect(inside.length).toBeGreaterThan(0);
  expect(inside.filter(({ level }) => level === 'easy')).toEqual([]);
});
