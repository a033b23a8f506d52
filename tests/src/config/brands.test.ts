import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { headBrands } from '../../../scripts/lib/build.ts';
import { brandOf, isBrandId } from '../../../src/config/brands.ts';
import { SESSION_KEY, VISIT_NETWORK_KEY } from '../../../src/config/storage-keys.ts';
import { visitNetwork } from '../../../src/lib/visit-network.ts';

const DOCUMENT = readFileSync('index.html', 'utf8');

describe('brands', () => {
  test("the player's network decides, then the visit, then the build", () => {
    expect(brandOf('glo', 'all', 'all').id).toBe('glo');
    expect(brandOf('nobody', 'glo', 'glo').id).toBe('all');
    expect(brandOf('all', 'glo', 'all').id).toBe('glo');
    expect(brandOf('all', 'all', 'glo').id).toBe('all');
    expect(brandOf('all', null, 'glo').id).toBe('glo');
    expect(brandOf('all', null, 'all').id).toBe('all');
  });

  test('only the id of a brand names one', () => {
    expect(['all', 'glo', 'GLO', 'toString', '', null, ['glo']].filter(isBrandId)).toEqual([
      'all',
      'glo',
    ]);
  });
});

describe('the script in the head of the document', () => {
  const root = document.documentElement;
  const script = /<script>([\s\S]*?)<\/script>/.exec(DOCUMENT)?.[1] ?? '';

  const AHEAD = {
    first: ['first-1.js'],
    visitor: ['form.js'],
    link: ['link.js'],
    player: ['home.js', 'home.css'],
  };

  beforeEach(() => {
    sessionStorage.clear();
    // Removes the pending work of earlier tests, which share this document.
    document.head.innerHTML = '<link href="/assets/first-1.js">';
    document.dispatchEvent(new Event('readystatechange'));
    document.querySelector('link')?.dispatchEvent(new Event('load'));
    document.head.innerHTML = '<meta name="theme-color" content="">';
  });

  /** The document's settings, next to those of the app for the same visit. */
  function open(path: string, session: unknown, built = 'all', isSystemDark = false) {
    history.replaceState(null, '', path);
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    vi.stubGlobal('matchMedia', () => ({ matches: isSystemDark }));
    // biome-ignore lint/security/noGlobalEval: the document's own script, as the browser runs it.
    globalThis.eval(
      script
        .replace('__BRANDS__', headBrands(built))
        .replace('__AHEAD__', JSON.stringify(AHEAD))
        .replace('__API_URL__', "'/api/v2'")
        .replace('__HAS_ADDITIONS__', 'true'),
    );
    vi.unstubAllGlobals();
    const { theme, brand } = root.dataset;
    const network = (session as { network?: string } | null)?.network ?? 'all';
    expect(brandOf(network, visitNetwork(), built).id).toBe(brand);
    return `${brand} ${theme} ${document.querySelector('meta')?.content}`;
  }

  test.each([
    ['/', null, 'all light #06232b'],
    ['/?network=glo', null, 'glo light #053018'],
    ['/?network=nobody', null, 'all light #06232b'],
    ['/', { network: 'glo', dark: true, isDarkChosen: true }, 'glo dark #063519'],
    ['/?network=glo', { network: 'nobody' }, 'all light #06232b'],
    ['/', { dark: true, isDarkChosen: false }, 'all light #06232b'],
  ])('%s with the session %j: %s', (path, session, expected) => {
    expect(open(path, session)).toBe(expected);
  });

  test('follows the system until the player has chosen', () => {
    expect(open('/', null, 'all', true)).toBe('all dark #062932');
    expect(open('/', { dark: false, isDarkChosen: true }, 'all', true)).toBe('all light #06232b');
  });

  test('falls back on the brand of the build, and keeps the one of the visit', () => {
    expect(open('/', null, 'glo')).toBe('glo light #053018');
    open('/?network=all', null, 'glo');
    expect(sessionStorage.getItem(VISIT_NETWORK_KEY)).toBe('all');
    expect(open('/landing', null, 'glo')).toBe('all light #06232b');
  });

  /** The document's requests so far. */
  const asked = () =>
    [...document.head.querySelectorAll('link')].map(
      (link) => `${link.rel} ${link.getAttribute('href')}`,
    );

  const isRead = () => document.dispatchEvent(new Event('readystatechange'));

  test.each([
    ['/', null, ['modulepreload /assets/form.js']],
    ['/faqs', null, ['modulepreload /assets/form.js']],
    ['/login?proof=1', null, ['modulepreload /assets/link.js']],
    ['/', { token: 'a-token' }, ['modulepreload /assets/home.js', 'preload /assets/home.css']],
  ])(
    '%s with the session %j fetches ahead what comes next, behind the first script',
    (path, session, expected) => {
      open(path, session);
      expect(asked()).toEqual([]);
      isRead();
      expect(asked()).toEqual(expected);
    },
  );

  test('asks at once, the first script first, where requests share a connection', () => {
    const entries = vi.fn(() => [{ nextHopProtocol: 'h2' }]);
    Object.assign(performance, { getEntriesByType: entries });
    onTestFinished(() => void Reflect.deleteProperty(performance, 'getEntriesByType'));
    open('/', null);
    expect(asked()).toEqual(['modulepreload /assets/first-1.js', 'modulepreload /assets/form.js']);
    isRead();
    expect(asked()).toHaveLength(2);
  });

  describe('by a link', () => {
    const LINK = '/login?msisdn=2348030000055';
    const fetch = vi.fn((_url: string) => Promise.resolve(new Response('{}')));

    beforeEach(() => {
      fetch.mockClear();
      vi.stubGlobal('fetch', fetch);
      delete window.lookedUp;
    });

    /** Opens an address, and gives the calls that its document made. */
    function callsOf(path: string, session: unknown = null) {
      open(path, session);
      vi.stubGlobal('fetch', fetch);
      isRead();
      return fetch.mock.calls.map(([url]) => url);
    }

    test('looks the number up beside the scripts', async () => {
      sessionStorage.setItem('fom-arrival', 'campaign=radio');
      const came = 'campaign=radio&entry=login';
      expect(callsOf(LINK)).toEqual([`/api/v2/user/2348030000055?${came}`]);
      expect(window.lookedUp?.phone).toBe('2348030000055');
    });

    test.each([
      ['which no link is read from', '/?msisdn=2348030000055', null],
      ['whose number has to be read first', '/login?msisdn=08030000055', null],
      ['with a proof, which goes with a key', `${LINK}&proof=a-proof`, null],
      ['with two numbers', `${LINK}&msisdn=2348030000056`, null],
      ['of somebody who is signed in', LINK, { token: 'a-token' }],
    ])('asks nothing for an address %s', (_what, path, session) => {
      expect(callsOf(path, session)).toEqual([]);
    });

    test("fetches the players' own files once the first script is here", () => {
      open(LINK, null);
      vi.stubGlobal('fetch', fetch);
      isRead();
      const first = document.createElement('link');
      first.setAttribute('href', '/assets/first-1.js');
      document.head.append(first);
      first.dispatchEvent(new Event('load'));
      first.dispatchEvent(new Event('load'));
      first.remove();
      expect(asked()).toEqual([
        'modulepreload /assets/link.js',
        'modulepreload /assets/home.js',
        'preload /assets/home.css',
      ]);
    });
  });
});
