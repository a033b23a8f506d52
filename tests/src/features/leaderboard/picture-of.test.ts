import { afterEach, expect, test } from 'vitest';
import type { BoardRow } from '../../../../src/contract/boards.ts';
import { pictureOf } from '../../../../src/features/leaderboard/board.tsx';

const ROW = { fmuser: { image: 'ada.webp' } } as BoardRow;

afterEach(() => void Reflect.deleteProperty(navigator, 'connection'));

test.each([
  [undefined, 'ada.webp'],
  [{ effectiveType: '3g' }, 'ada.webp'],
  [{ effectiveType: '2g' }, null],
  [{ saveData: true, effectiveType: '4g' }, null],
])('where the browser tells %o a board shows %s', (value, picture) => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value });
  expect(pictureOf(ROW)).toBe(picture);
});
