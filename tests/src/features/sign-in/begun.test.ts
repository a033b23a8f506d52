import { beforeEach, expect, test } from 'vitest';
import {
  type BegunSignUp,
  forgetBegun,
  keepBegun,
  readBegun,
} from '../../../../src/features/sign-in/begun.ts';
import { NOON } from '../../../support/builders.ts';

const MINUTE_MS = 60_000;

const DAY_MS = 86_400_000;

const begun: BegunSignUp = {
  phone: '2348030000055',
  isNew: true,
  isRegistered: false,
  platform: 'rave',
  proof: null,
  pending: null,
};

beforeEach(() => forgetBegun());

test.each([
  ['at once', 0, true],
  ['after nine minutes', 9 * MINUTE_MS, true],
  ['after ten', 10 * MINUTE_MS, false],
  ['on a clock that was put two days back', -2 * DAY_MS, false],
  ['on a clock that was put three days on', 3 * DAY_MS, false],
  ['on a clock that was put two days back, after two days', MINUTE_MS, true],
])('a sign-up goes on %s: %s', (_when, laterMs, goesOn) => {
  keepBegun(begun, NOON);
  expect(readBegun(NOON + laterMs) !== null).toBe(goesOn);
});
