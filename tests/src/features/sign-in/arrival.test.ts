import { afterEach, expect, test, vi } from 'vitest';

const NOTHING = { social: null, source: null, entry: null, campaign: null };

async function openedPage() {
  vi.resetModules();
  return import('../../../../src/features/sign-in/arrival.ts');
}

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('is kept over a reload, until it is forgotten', async () => {
  const page = await openedPage();
  page.keepArrival('?social=Instagram&source=spring%20promo-2');
  const reloaded = await openedPage();
  reloaded.keepArrival('');
  expect(reloaded.readArrival()).toEqual({
    ...NOTHING,
    social: 'Instagram',
    source: 'spring promo-2',
  });
  reloaded.forgetArrival();
  expect(reloaded.readArrival()).toEqual(NOTHING);
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['markup', '?social=<img src=x onerror=alert(1)>'],
  ['an address', '?social=https://evil.example'],
  ['too much', `?social=${'x'.repeat(65)}`],
  ['direction marks', '?social=a%E2%80%AEb'],
  ['the same twice', '?social=a&social=b'],
  ['nothing', '?social='],
])('%s is not kept', async (_what, search) => {
  const page = await openedPage();
  page.keepArrival(search);
  expect(page.readArrival()).toEqual(NOTHING);
  expect(sessionStorage).toHaveLength(0);
});

test('one of the two is enough', async () => {
  const page = await openedPage();
  page.keepArrival('?source=radio');
  expect((await openedPage()).readArrival()).toEqual({ ...NOTHING, source: 'radio' });
});

test('of a link or a campaign is kept beside what the landing says', async () => {
  const page = await openedPage();
  page.noteArrival({ campaign: 'summer' });
  page.noteArrival({ entry: 'secure-d' });
  const reloaded = await openedPage();
  reloaded.keepArrival('?social=Instagram');
  expect(reloaded.readArrival()).toEqual({
    social: 'Instagram',
    source: null,
    entry: 'secure-d',
    campaign: 'summer',
  });
});

test('lasts as long as the page where storage is blocked', async () => {
  for (const method of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
  }
  const page = await openedPage();
  expect(page.readArrival()).toEqual(NOTHING);
  page.keepArrival('?source=radio');
  expect(page.readArrival().source).toBe('radio');
});
