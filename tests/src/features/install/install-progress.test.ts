import { describe, expect, test } from 'vitest';
import {
  type InstallProgress,
  installProgress,
  isCardDue,
  noteInstall,
} from '../../../../src/features/install/install.ts';
import { NOON } from '../../../support/builders.ts';

const DAY_MS = 86_400_000;

const isDue = (parts: Partial<InstallProgress>, isStandalone = false) =>
  isCardDue({ rounds: 2, dismissedAt: null, isInstalled: false, ...parts }, isStandalone, NOON);

describe('the game asks by itself', () => {
  test.each([
    [0, false],
    [1, false],
    [2, true],
    [30, true],
  ])('after %i finished rounds: %s', (rounds, asks) => expect(isDue({ rounds })).toBe(asks));

  test.each([
    ['13 days', NOON - 13 * DAY_MS, false],
    ['14 days', NOON - 14 * DAY_MS, true],
    ['an hour, on a clock that was put back since', NOON + DAY_MS / 24, false],
    ['a year, on a clock that was put back since', NOON + 365 * DAY_MS, true],
  ])('%s after Not now', (_, dismissedAt, asks) => expect(isDue({ dismissedAt })).toBe(asks));

  test('never once it was installed, nor in the installed app', () => {
    expect(isDue({ isInstalled: true })).toBe(false);
    expect(isDue({}, true)).toBe(false);
  });
});

test.each(['{', 'null', '7', '{"rounds":"2"}', '{"dismissedAt":{}}'])(
  'what is kept in a wrong shape counts as nothing: %s',
  (kept) => {
    localStorage.setItem('fom-install', kept);
    expect(installProgress()).toEqual({ rounds: 0, dismissedAt: null, isInstalled: false });
  },
);

test('what is noted stays beside what was noted before', () => {
  noteInstall({ rounds: 2 });
  noteInstall({ dismissedAt: NOON });
  expect(installProgress()).toEqual({ rounds: 2, dismissedAt: NOON, isInstalled: false });
});
