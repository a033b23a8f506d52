import { describe, expect, test } from 'vitest';
import { readEnv } from '../../../src/config/read-env.ts';

describe('the build-time variables', () => {
  test('default to the server that serves the app, with our additions', () => {
    expect(readEnv({})).toMatchObject({
      appUrl: null,
      apiUrl: '/api/v2',
      staticUrl: '/static',
      headerEnrichmentUrl: '/he.php',
      links: { campaign: null, retarget: null, liveDraw: null, promo: null, support: null },
      entryVariant: 'login',
      hasAdditions: true,
    });
  });

  test("an operator's API on another origin gets none of our additions", () => {
    const env = readEnv({ VITE_API_URL: 'https://api.example.ng/v2/' });
    expect(env).toMatchObject({ apiUrl: 'https://api.example.ng/v2', hasAdditions: false });
  });

  test('the additions can be switched on and off', () => {
    const VITE_API_URL = 'https://api.example.ng/v2';
    expect(readEnv({ VITE_API_URL, VITE_API_ADDITIONS: 'on' }).hasAdditions).toBe(true);
    expect(readEnv({ VITE_API_ADDITIONS: 'off' }).hasAdditions).toBe(false);
  });

  test('an empty variable counts as not set', () => {
    expect(readEnv({ VITE_API_URL: '' }).apiUrl).toBe('/api/v2');
  });

  test('where the app is stands without a last slash', () => {
    const readApp = (VITE_APP_URL: string) => readEnv({ VITE_APP_URL }).appUrl;
    expect(readApp('https://play.example.ng/')).toBe('https://play.example.ng');
    expect(readApp('http://localhost:4173')).toBe('http://localhost:4173');
  });

  test.each([
    ['VITE_APP_URL', 'play.example.ng'],
    ['VITE_APP_URL', 'https://play.example.ng/game'],
    ['VITE_APP_URL', "https://play.example.ng'/>"],
    ['VITE_API_URL', 'api.example.ng'],
    ['VITE_STATIC_URL', 'ftp://example.ng'],
    ['VITE_API_ADDITIONS', 'yes'],
    ['VITE_CAMPAIGN_URL', 'javascript:alert(1)'],
    ['VITE_RETARGET_URL', '//offer.example'],
    ['VITE_LIVE_DRAW_URL', 'draw.example'],
    ['VITE_PROMO_URL', 'ftp://promo.example'],
    ['VITE_ENTRY_VARIANT', 'other'],
  ])('a bad %s is named with its value', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(`${name}="${value}"`);
  });
});
