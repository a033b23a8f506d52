import { expect, test } from 'vitest';
import { deviceOf } from '../../../server/accounts/sign-in/sessions.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36';

test.each([
  [`${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  // An unknown device is not shown in its own words.
  ['Evil/1.0 x', ''],
  ['Call 0803 000 0000/1.0 (Windows NT 10.0)', 'Windows'],
  ['', ''],
  [undefined, ''],
])('%j is shown as %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
