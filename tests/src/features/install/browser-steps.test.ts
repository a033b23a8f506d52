import { expect, test } from 'vitest';
import { browserSteps } from '../../../../src/features/install/install.ts';

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
