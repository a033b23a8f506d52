import { expect, test } from 'vitest';
import { createClock } from '../../../src/lib/clock.ts';

function clockWith() {
  const time = { wall: 1_000_000, monotonic: 50 };
  return {
    time,
    now: createClock(
      () => time.wall,
      () => time.monotonic,
    ),
  };
}

test('a clock set back by the player gives no time', () => {
  const { time, now } = clockWith();
  time.wall -= 3_600_000;
  time.monotonic += 5000;
  expect(now()).toBe(1_005_000);
});

test('a phone that slept has used that time', () => {
  const { time, now } = clockWith();
  time.wall += 600_000;
  time.monotonic += 10;
  expect(now()).toBe(1_600_000);
});

test('a clock set forward and back again goes on from where it was', () => {
  const { time, now } = clockWith();
  time.wall += 3_600_000;
  expect(now()).toBe(4_600_000);
  time.wall -= 3_600_000;
  time.monotonic += 1000;
  expect(now()).toBe(4_601_000);
});
