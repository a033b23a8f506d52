import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDeck, forgetDeck, holdDeck } from '../../support/deck.ts';

/** The address of this build's deck, as vitest.config.ts names it. */
const THIS_BUILDS = '/assets/deck.json';

const line = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  vi.resetModules();
  line.mockReset();
  line.mockImplementation(async () => Response.json(aDeck(30)));
  vi.stubGlobal('fetch', line);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'connection');
});

/** The app as a new visit of the phone finds it. */
async function visit() {
  vi.resetModules();
  const { keepDeck } = await import('../../../src/offline/keep-deck.ts');
  const { dealFromDeck, isDeckHere } = await import('../../../src/offline/deck.ts');
  return { keepDeck, dealFromDeck, isDeckHere };
}

const connect = (value: { saveData?: boolean; effectiveType?: string }) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value });

test('the deck is fetched once, and is there on the next visit', async () => {
  const first = await visit();
  expect(await first.keepDeck()).toBe(true);
  expect(line).toHaveBeenCalledExactlyOnceWith(THIS_BUILDS);
  const second = await visit();
  expect(await second.keepDeck()).toBe(true);
  expect(await second.dealFromDeck(5)).toHaveLength(5);
  expect(line).toHaveBeenCalledOnce();
});

test('a deck that the browser took away is noticed and fetched again', async () => {
  await (await visit()).keepDeck();
  await forgetDeck();
  const { keepDeck, dealFromDeck } = await visit();
  expect(await keepDeck()).toBe(true);
  expect(await dealFromDeck(5)).toHaveLength(5);
  expect(line).toHaveBeenCalledTimes(2);

  await forgetDeck();
  connect({ saveData: true });
  expect(await (await visit()).keepDeck(), 'a phone that saves data knows it as well').toBe(false);
  expect(line).toHaveBeenCalledTimes(2);
});

test('a phone that does not tell whether it has the deck fetches nothing for that', async () => {
  await (await visit()).keepDeck();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  expect(await (await visit()).keepDeck()).toBe(true);
  expect(line).toHaveBeenCalledOnce();
});

test('the deck of an older build is played until a newer one took its place', async () => {
  await holdDeck(7);
  localStorage.setItem('fom-deck', '/assets/deck-older.json');
  line.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const cut = await visit();
  expect(await cut.keepDeck()).toBe(true);
  expect(new Set((await cut.dealFromDeck(30))?.map(({ question }) => question)).size).toBe(7);

  const back = await visit();
  expect(await back.keepDeck()).toBe(true);
  expect(new Set((await back.dealFromDeck(30))?.map(({ question }) => question)).size).toBe(30);
});

test.each([
  ['that saves data', { saveData: true }],
  ['on 2G', { effectiveType: '2g' }],
  ['on less than 2G', { effectiveType: 'slow-2g' }],
])('a phone %s fetches nothing', async (_phone, connection) => {
  connect(connection);
  const { keepDeck, isDeckHere } = await visit();
  expect(await keepDeck()).toBe(false);
  expect(await isDeckHere()).toBe(false);
  expect(line).not.toHaveBeenCalled();
});

test('nor a newer one where it has one', async () => {
  connect({ saveData: true });
  await holdDeck();
  localStorage.setItem('fom-deck', '/assets/deck-older.json');
  const { keepDeck } = await visit();
  expect(await keepDeck()).toBe(true);
  expect(line).not.toHaveBeenCalled();
});

test.each([
  ['no line', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a failing server', async () => new Response('', { status: 503 })],
  ['half a file', async () => new Response('{"categories":[')],
])('%s: there is none, and the next visit tries again', async (_what, reply) => {
  line.mockImplementationOnce(reply);
  expect(await (await visit()).keepDeck()).toBe(false);
  expect(await (await visit()).keepDeck()).toBe(true);
});

test('a phone that stores nothing plays from it until the page is closed', async () => {
  const { keepDeck, dealFromDeck } = await visit();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await keepDeck()).toBe(true);
  const first = (await dealFromDeck(15)) ?? [];
  const second = (await dealFromDeck(15)) ?? [];
  expect(new Set([...first, ...second].map(({ question }) => question)).size).toBe(30);
});

test('a kept deck that cannot be read is fetched anew', async () => {
  await holdDeck(0);
  localStorage.setItem('fom-deck', THIS_BUILDS);
  const { isDeckHere, keepDeck } = await visit();
  expect(await isDeckHere()).toBe(false);
  expect(await keepDeck()).toBe(true);
  expect(await isDeckHere()).toBe(true);
});

test('no question comes back before all others have come, on any visit; each has four options', async () => {
  const seen = new Set<string>();
  await holdDeck(20);
  for (let number = 0; number < 4; number += 1) {
    const { dealFromDeck } = await visit();
    for (const { question, options, answer } of (await dealFromDeck(5)) ?? []) {
      seen.add(question);
      expect(new Set(options).size).toBe(4);
      expect(options).toContain(answer);
    }
  }
  expect(seen.size).toBe(20);
});
