import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Drawing, Picture } from '../../../../src/components/picture/picture.tsx';

const DRAWN: [what: string, drawing: Drawing, name: string][] = [
  [
    'a shirt',
    { kind: 'shirt', kit: ['stripes', '16181C', 'FFFFFF'] },
    'A football shirt: black and white stripes from top to bottom',
  ],
  [
    'a flag',
    {
      kind: 'flag',
      bands: 'upright',
      colours: ['00853F', 'FDEF42', 'E31B23'],
      marks: [['star', '00853F', 75, 50, 34]],
    },
    'A flag of three upright bands, green, yellow and red, with a green star',
  ],
  [
    'a career',
    {
      kind: 'career',
      clubs: [
        ['Ajax', ['centre', 'FFFFFF', 'D3122E']],
        ['Arsenal', ['sleeves', 'D3122E', 'FFFFFF']],
      ],
    },
    'A line of shirts: Ajax, Arsenal',
  ],
  [
    'a table',
    {
      kind: 'table',
      season: '2015-16',
      rows: [
        ['Leicester City', 81],
        [null, 71],
        ['Tottenham Hotspur', 70],
      ],
    },
    'The top three of 2015-16. First Leicester City, 81 points. Second is missing, 71 points. Third Tottenham Hotspur, 70 points',
  ],
  [
    'a score',
    {
      kind: 'score',
      sides: ['Nigeria', 'Argentina'],
      goals: [3, 2],
      scorers: [['Babayaro', null], ['Crespo']],
      note: 'After extra time',
    },
    'Nigeria 3, Argentina 2. After extra time. For Nigeria: Babayaro, a missing name. For Argentina: Crespo',
  ],
  [
    'a player on the pitch',
    { kind: 'pitch', formation: '4-2-3-1', gold: 8 },
    'A pitch with a team of eleven in the formation 4-2-3-1, playing to the right. The gold dot is in the third line from the back, in the middle',
  ],
  [
    'a player on the wing',
    { kind: 'pitch', formation: '4-4-2', gold: 5 },
    'A pitch with a team of eleven in the formation 4-4-2, playing to the right. The gold dot is in the second line from the back, on the left',
  ],
  [
    'one of two in front',
    { kind: 'pitch', formation: '4-4-2', gold: 10 },
    'A pitch with a team of eleven in the formation 4-4-2, playing to the right. The gold dot is in the front line, on the right',
  ],
  [
    'a goalkeeper',
    { kind: 'pitch', formation: '3-4-3', gold: 0 },
    'A pitch with a team of eleven in the formation 3-4-3, playing to the right. The gold dot is in goal',
  ],
];

test.each(DRAWN)('%s is one image whose name says what is drawn', (_what, drawing, name) => {
  render(<Picture drawing={drawing} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(name);
});

test('eleven stand on a pitch, none on the place of another, and one is gold', () => {
  for (const formation of ['4-4-2', '3-2-4-1', '4-1-2-1-2', '6-3-1']) {
    const { container, unmount } = render(
      <Picture drawing={{ kind: 'pitch', formation, gold: 0 }} />,
    );
    const places = [...container.querySelectorAll('circle')].map((dot) => {
      return `${dot.getAttribute('cx')} ${dot.getAttribute('cy')}`;
    });
    expect(new Set(places).size).toBe(11);
    expect(container.querySelectorAll('.gold')).toHaveLength(1);
    unmount();
  }
});
