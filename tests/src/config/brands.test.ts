import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { headBrands } from '../../../scripts/lib/head-brands.ts';
import { brandOf, isBrandId } from '../../../src/config/brands.ts';
import { SESSION_KEY, VISIT_NETWORK_KEY } from '../../../src/config/storage-keys.ts';
import { visitNetwork } from '../../../src/lib/visit-network.ts';

const DOCUMENT = readFileSync('index.html', 'utf8');

describe('brands', () => {
  test("the player's network decides, then the visit, then the build", () => {
    expect(brandOf('glo', 'all', 'all').id).toBe('glo');
    expect(brandOf('mtn', 'glo', 'glo').id).toBe('all');
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

  const AHEAD = { visitor: ['form.js'], link: ['link.js'], player: ['home.js', 'home.css'] };

  beforeEach(() => {
    sessionStorage.clear();
    document.head.innerHTML = '<meta name="theme-color" content="">';
  });

  /** What it sets, beside what the app says of the same visit. */
  function open(path: string, session: unknown, built = 'all', isSystemDark = false) {
    history.replaceState(null, '', path);
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    vi.stubGlobal('matchMedia', () => ({ matches: isSystemDark }));
    // biome-ignore lint/security/noGlobalEval: the document's own script, as the browser runs it.
    globalThis.eval(
      script.replace('__BRANDS__', headBrands(built)).replace('__AHEAD__', JSON.stringify(AHEAD)),
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
    ['/?network=glo', { network: 'mtn' }, 'all light #06232b'],
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

  test.each([
    ['/', null, ['modulepreload /assets/form.js']],
    ['/faqs', null, ['modulepreload /assets/form.js']],
    ['/login?msisdn=2348030000055', null, ['modulepreload /assets/link.js']],
    ['/', { token: 'a-token' }, ['modulepreload /assets/home.js', 'preload /assets/home.css']],
  ])('%s with the session %j fetches ahead what comes next', (path, session, expected) => {
    open(path, session);
    const links = [...document.head.querySelectorAll('link')];
    expect(links.map((link) => `${link.rel} ${link.getAttribute('href')}`)).toEqual(expected);
  });
});
