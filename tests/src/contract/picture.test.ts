import { describe, expect, test } from 'vitest';
import { isPicture } from '../../../src/contract/picture.ts';

describe('a picture', () => {
  test.each([
    ['a plain shirt', { kind: 'shirt', kit: ['plain', 'D3122E'] }],
    ['stripes', { kind: 'shirt', kit: ['stripes', '16181C', 'FFFFFF'] }],
    ['a flag', { kind: 'flag', bands: 'upright', colours: ['008751', 'FFFFFF', '008751'] }],
    [
      'a table',
      {
        kind: 'table',
        season: '2015-16',
        rows: [
          ['Ajax', 81],
          [null, 71],
          ['PSV', 70],
        ],
      },
    ],
    ['a score', { kind: 'score', sides: [null, 'Brazil'], goals: [3, 0] }],
  ])('of %s can be drawn', (_what, picture) => {
    expect(isPicture(picture)).toBe(true);
  });

  test.each([
    ['of an unknown kind', { kind: 'crest', club: 'Ajax' }],
    ['with a colour by name', { kind: 'shirt', kit: ['plain', 'red'] }],
    ['with a colour and what is not one', { kind: 'shirt', kit: ['plain', 'D3122E"/>'] }],
    ['with stripes of one colour', { kind: 'shirt', kit: ['stripes', 'D3122E'] }],
    ['with a part too many', { kind: 'shirt', kit: ['plain', 'D3122E'], crest: 'x' }],
    [
      'with a table without a gap',
      {
        kind: 'table',
        season: '1',
        rows: [
          ['A', 1],
          ['B', 1],
          ['C', 1],
        ],
      },
    ],
    ['with two names missing', { kind: 'score', sides: [null, null], goals: [3, 0] }],
    [
      'with a mark off the flag',
      {
        kind: 'flag',
        bands: 'level',
        colours: ['FFFFFF'],
        marks: [['disc', 'D3122E', 900, 50, 60]],
      },
    ],
    ['that is text', 'shirt'],
  ])('%s cannot', (_what, picture) => {
    expect(isPicture(picture)).toBe(false);
  });
});
