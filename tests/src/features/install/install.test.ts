import { describe, expect, test } from 'vitest';
import {
  browserSteps,
  type InstallProgress,
  installProgress,
  isCardDue,
  noteInstall,
} from '../../../../src/features/install/install.ts';
import { NOON } from '../../../support/builders.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; TECNO KC8) AppleWebKit/537.36 (KHTML, like Gecko)';

const CHROME = 'Chrome/120.0.0.0 Mobile Safari/537.36';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';

const stepsOf = (userAgent: string, maxTouchPoints = 5) =>
  browserSteps({ userAgent, maxTouchPoints })?.join(' ');

test.each([
  [
    'Safari on an iPhone',
    `${IPHONE} Version/17.1 Mobile/15E148 Safari/604.1`,
    /Share.*Home Screen/,
  ],
  ['Chrome on an iPhone', `${IPHONE} CriOS/120.0 Mobile/15E148 Safari/604.1`, /Share.*Home Screen/],
  ['Safari on an iPad', `${MAC} Version/17.1 Safari/605.1.15`, /Share.*Home Screen/],
  ['Chrome', `${ANDROID} ${CHROME}`, /three dots.*Install app/],
  ['Firefox', 'Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0', /Add app to/],
  ['Samsung Internet', `${ANDROID} SamsungBrowser/23.0 ${CHROME}`, /three lines.*Add page to/],
  ['Opera', `${ANDROID} ${CHROME} OPR/76.2`, /Add to, then Home screen/],
  [
    'Opera Mini',
    `${ANDROID.replace('KC8', 'KC8; wv')} Version/4.0 ${CHROME} OPR/77.0`,
    /Add to, then Home screen/,
  ],
  ['Opera Mini that saves data', 'Opera/9.80 (Android; Opera Mini/36/37) Presto', /Add to, then/],
  ['the page inside Facebook', `${ANDROID} ${CHROME} [FB_IAB/FB4A;FBAV/440.0;]`, /Open in browser/],
  ['the page inside another app', `${ANDROID.replace('KC8', 'KC8; wv')} ${CHROME}`, /Open in bro/],
  [
    'the page inside Instagram on an iPhone',
    `${IPHONE} Mobile/15E148 Instagram 300`,
    /Open in bro/,
  ],
])('%s', (_, userAgent, said) => expect(stepsOf(userAgent)).toMatch(said));

test('Safari on a Mac, which has no touch screen', () => {
  expect(stepsOf(`${MAC} Version/17.1 Safari/605.1.15`, 0)).toMatch(/File menu.*Add to Dock/);
});

test.each([
  'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${CHROME}`,
  `${MAC} Chrome/120.0.0.0 Safari/537.36`,
])('nothing is said where nothing is known to help: %s', (userAgent) => {
  expect(stepsOf(userAgent, 0)).toBeUndefined();
});

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
