import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';

const KEY = 'football-mastermind';

/** The session of a page that has just been opened. */
async function openedPage() {
  vi.resetModules();
  const session = await import('../../../src/session/session.ts');
  // It has a reader, as every screen is one.
  const stop = session.store.sub(session.sessionAtom, () => undefined);
  stops.push(stop);
  return session;
}

const stops: (() => void)[] = [];
beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const saved = () => JSON.parse(localStorage.getItem(KEY) ?? 'null');

describe('a tab that slept while somebody else signed in', () => {
  test.each(['fom-drafts', 'fom-pass'])(
    'keeps nothing of the player before under %s',
    async (key) => {
      const { keepPlayer } = await openedPage();
      keepPlayer(aUser({ id: '8' }), 'token');
      sessionStorage.setItem(key, JSON.stringify({ playerId: '7' }));
      await openedPage();
      expect(sessionStorage.getItem(key)).toBeNull();
      sessionStorage.setItem(key, JSON.stringify({ playerId: '8' }));
      await openedPage();
      expect(sessionStorage.getItem(key)).not.toBeNull();
    },
  );
});

describe('the session', () => {
  test('stores its defaults when nothing is saved', async () => {
    const { currentSession } = await openedPage();
    const defaults = {
      dark: false,
      isDarkChosen: false,
      user: { name: '' },
      token: '',
      isLoggedIn: false,
      network: 'all',
    };
    expect(currentSession()).toEqual(defaults);
    expect(saved()).toEqual(defaults);
  });

  test('merges an update, saves it, and is there after a reload', async () => {
    const page = await openedPage();
    page.keepPlayer(aUser({ network: 'glo' }), 'token-1');
    page.updateSession({ dark: true });
    expect(saved()).toMatchObject({ dark: true, token: 'token-1', network: 'glo' });
    const reloaded = await openedPage();
    expect(reloaded.playerOf(reloaded.currentSession())).toEqual(aUser({ network: 'glo' }));
  });

  test('keeps its token when a reply brings none', async () => {
    const page = await openedPage();
    page.keepPlayer(aUser(), 'token-1');
    page.keepPlayer(aUser({ pointBalance: 5 }), null);
    expect(page.currentSession()).toMatchObject({ token: 'token-1', user: { pointBalance: 5 } });
  });

  test('once ended, is not brought back by what comes late', async () => {
    const page = await openedPage();
    page.keepPlayer(aUser(), 'token-1');
    page.endSession();
    page.keepPlayer(aUser(), 'token-2');
    page.refreshPlayer(aUser(), 'token-3');
    page.chooseTheme(true);
    expect(saved()).toBeNull();
    expect(page.isSignedInAs(aUser().id)).toBe(false);
  });

  test('is read again when Back shows the page as it was left', async () => {
    const page = await openedPage();
    page.keepPlayer(aUser(), 'token-1');
    localStorage.clear();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(page.currentSession()).toEqual(page.DEFAULT_SESSION);
  });

  test('follows another tab', async () => {
    const page = await openedPage();
    const elsewhere = { ...page.DEFAULT_SESSION, token: 'token-2', user: aUser() };
    const event = { key: KEY, newValue: JSON.stringify(elsewhere) };
    dispatchEvent(new StorageEvent('storage', event));
    expect(page.currentSession().token).toBe('token-2');
    dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }));
    expect(page.playerOf(page.currentSession())).toBeNull();
  });

  test.each(['{', 'null', '"text"', '{"dark":"yes","token":5,"user":7}'])(
    'reads what is broken (%s) as its defaults',
    async (text) => {
      localStorage.setItem(KEY, text);
      const { currentSession, DEFAULT_SESSION } = await openedPage();
      expect(currentSession()).toEqual(DEFAULT_SESSION);
    },
  );

  test("a theme counts as chosen once the player or the server's user says it", async () => {
    const page = await openedPage();
    page.keepPlayer(aUser({ dark: null }), 'token-1');
    expect(page.currentSession()).toMatchObject({ dark: false, isDarkChosen: false });
    page.chooseTheme(false);
    expect(saved()).toMatchObject({ dark: false, isDarkChosen: true });
    page.keepPlayer(aUser({ dark: true }), 'token-1');
    expect(saved(), 'the choice on this phone stays').toMatchObject({ dark: false });
    page.updateSession({ isDarkChosen: false });
    page.keepPlayer(aUser({ dark: true }), 'token-1');
    expect(saved()).toMatchObject({ dark: true, isDarkChosen: true });
  });

  test('lives as long as the page where storage is full, and knows it', async () => {
    const page = await openedPage();
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(page.store.get(page.storageRefusedAtom)).toBe(false);
    page.keepPlayer(aUser(), 'token-1');
    expect(page.currentSession().token).toBe('token-1');
    expect(page.store.get(page.storageRefusedAtom)).toBe(true);
    spy.mockRestore();
  });

  test('lives as long as the page where storage is blocked', async () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const spies = (['getItem', 'setItem'] as const).map((method) =>
      vi.spyOn(Storage.prototype, method).mockImplementation(refuse),
    );
    const page = await openedPage();
    page.keepPlayer(aUser(), 'token-1');
    expect(page.currentSession().token).toBe('token-1');
    for (const spy of spies) spy.mockRestore();
  });
});

describe("a call with the player's token", () => {
  async function pageWithCall() {
    const page = await openedPage();
    const { playerCall } = await import('../../../src/session/player-call.ts');
    const { getDailyPlays } = await import('../../../src/contract/endpoints/rounds.ts');
    page.keepPlayer(aUser(), 'token-1');
    return { page, call: () => playerCall(getDailyPlays, {}) };
  }

  test('that is answered with 401 signs the player out and keeps the theme', async () => {
    const { page, call } = await pageWithCall();
    page.updateSession({ dark: true });
    answer('get', 'user/dailyplays', { status: 401, code: 'session/required' });
    await expect(call()).rejects.toMatchObject({ status: 401 });
    expect(page.currentSession()).toMatchObject({ token: '', isLoggedIn: false, dark: true });
  });

  test('a failing server signs nobody out', async () => {
    const { page, call } = await pageWithCall();
    answer('get', 'user/dailyplays', { status: 500, code: 'server/error' });
    await expect(call()).rejects.toMatchObject({ status: 500 });
    expect(page.currentSession().token).toBe('token-1');
  });
});
