import { describe, expect, test } from 'vitest';
import {
  cutOf,
  moved,
  placeOf,
  turnedRight,
  wholeCrop,
  zoomed,
} from '../../../../src/features/profile/picture-work.ts';

const LANDSCAPE = { width: 1600, height: 1200 };
const whole = wholeCrop(LANDSCAPE);

describe('the square', () => {
  test('begins in the middle, as large as the shorter side', () => {
    expect(cutOf(LANDSCAPE, whole)).toEqual({ left: 200, top: 0, side: 1200, turns: 0 });
  });

  test('goes where the picture is dragged, and never off it', () => {
    const right = moved(LANDSCAPE, whole, 0.1, 0.5);
    expect(cutOf(LANDSCAPE, right)).toMatchObject({ left: 80, top: 0 });
    expect(cutOf(LANDSCAPE, moved(LANDSCAPE, whole, 9, 9))).toMatchObject({ left: 0, top: 0 });
    expect(cutOf(LANDSCAPE, moved(LANDSCAPE, whole, -9, -9))).toMatchObject({ left: 400, top: 0 });
  });

  test.each([
    [2, 600],
    [9, 300],
    [0.1, 1200],
  ])('zoomed to %d has an edge of %d pixels', (zoom, side) => {
    expect(cutOf(LANDSCAPE, zoomed(LANDSCAPE, whole, zoom)).side).toBe(side);
  });

  test('comes back onto the picture when it is zoomed out at its edge', () => {
    const corner = moved(LANDSCAPE, zoomed(LANDSCAPE, whole, 4), -9, -9);
    expect(cutOf(LANDSCAPE, corner)).toMatchObject({ left: 1300, top: 900, side: 300 });
    expect(cutOf(LANDSCAPE, zoomed(LANDSCAPE, corner, 1))).toMatchObject({ left: 400, top: 0 });
  });

  test('shows the same part of a picture that is turned', () => {
    const corner = moved(LANDSCAPE, zoomed(LANDSCAPE, whole, 4), 9, 9);
    const turned = turnedRight(LANDSCAPE, corner);
    // The left top corner is now at the right top: 1200 wide, 1600 high.
    expect(cutOf(LANDSCAPE, turned)).toEqual({ left: 900, top: 0, side: 300, turns: 1 });
    const around = [0, 1, 2].reduce((crop) => turnedRight(LANDSCAPE, crop), turned);
    expect(around).toEqual(corner);
  });
});

test('the picture stands under the square in percent of its edge', () => {
  const place = placeOf(LANDSCAPE, whole);
  expect(place.left).toBeCloseTo(50);
  expect(place.top).toBeCloseTo(50);
  expect(place.width).toBeCloseTo(133.33, 1);
  const corner = moved(LANDSCAPE, zoomed(LANDSCAPE, whole, 4), 9, 9);
  // Its middle, 800 and 600 pixels from the corner that fills the square of 300.
  expect(placeOf(LANDSCAPE, corner).left).toBeCloseTo((800 / 300) * 100);
  expect(placeOf(LANDSCAPE, corner).top).toBeCloseTo(200);
});
