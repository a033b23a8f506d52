import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Drawing } from '../../../src/components/picture/drawing.ts';
import { Picture } from '../../../src/components/picture/picture.tsx';

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
];

test.each(DRAWN)('%s is one image whose name says what is drawn', (_what, drawing, name) => {
  render(<Picture drawing={drawing} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(name);
});
