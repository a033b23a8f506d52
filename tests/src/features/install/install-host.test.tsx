import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installProgress, noteInstall } from '../../../../src/features/install/install.ts';
import { InstallHost } from '../../../../src/features/install/install-host.tsx';
import { announce } from '../../../../src/lib/popup-order.ts';
import { installAtom } from '../../../../src/offline/install-atom.ts';
import { resultsAtom } from '../../../../src/outbox/schedule.ts';
import { roundAtom } from '../../../../src/round/store.ts';
import { endUnfinished } from '../../../../src/rules/leaving.ts';
import { beginRound, isRoundOver } from '../../../../src/rules/round.ts';
import { store } from '../../../../src/session/session.ts';
import { anEntry, aRound } from '../../../support/builders.ts';
import { renderScreen } from '../../../support/render.tsx';

const STILL_MS = 3000;
const ANDROID = 'Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  store.set(resultsAtom, []);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.installOffer = null;
  delete document.documentElement.dataset.dialog;
});

const open = (at = '/home') => renderScreen(<InstallHost />, { path: '/:page', at });
const dashboardIsStill = () => act(() => vi.advanceTimersByTimeAsync(STILL_MS));
const card = () => screen.queryByRole('region', { name: 'Put this game on your phone' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isInMenu = () => store.get(installAtom) !== null;

/** The browser offers to install; gives the number of prompts. */
function browserOffers(outcome: 'accepted' | 'dismissed' = 'accepted', isBroken = false) {
  const prompt = vi.fn(async () => {
    if (isBroken) throw new DOMException('Not now', 'InvalidStateError');
  });
  const offer = new Event('beforeinstallprompt');
  Object.assign(offer, { prompt, userChoice: Promise.resolve({ outcome }) });
  act(() => void dispatchEvent(offer));
  return prompt;
}

/** A round is played to its end on this page. */
function finishRound(key: string) {
  const round = aRound({ key });
  const begun = beginRound(round.terms, round.questions, 0);
  act(() => store.set(roundAtom, { ...round, state: begun }));
  const state = endUnfinished({ ...round, state: begun }, 1000);
  expect(isRoundOver(state)).toBe(true);
  act(() => store.set(roundAtom, { ...round, state }));
}

describe('the card on the dashboard', () => {
  test('comes after the second finished round, once the dashboard is still', async () => {
    open();
    browserOffers();
    finishRound('one');
    await dashboardIsStill();
    expect(card()).toBeNull();
    finishRound('two');
    await act(() => vi.advanceTimersByTimeAsync(STILL_MS - 600));
    expect(card()).toBeNull();
    await dashboardIsStill();
    expect(card()).not.toBeNull();
  });

  test('comes by an offer that was there before it', async () => {
    noteInstall({ rounds: 2 });
    const offer = new Event('beforeinstallprompt');
    window.installOffer = Object.assign(offer, {
      prompt: async () => undefined,
      userChoice: Promise.resolve({ outcome: 'accepted' as const }),
    });
    open();
    await dashboardIsStill();
    expect(card()).not.toBeNull();
  });

  test.each(['/quiz', '/leaderboard', '/billing'])('does not come at %s', async (path) => {
    noteInstall({ rounds: 2 });
    open(path);
    browserOffers();
    await dashboardIsStill();
    expect(card()).toBeNull();
  });

  test('does not come in an opening in which a dialog was open', async () => {
    noteInstall({ rounds: 2 });
    open();
    browserOffers();
    document.documentElement.dataset.dialog = '';
    await dashboardIsStill();
    delete document.documentElement.dataset.dialog;
    await dashboardIsStill();
    expect(card()).toBeNull();
  });

  test('waits for a greeting that is on its way', async () => {
    noteInstall({ rounds: 2 });
    const arrive = announce('greeting');
    open();
    browserOffers();
    await dashboardIsStill();
    expect(card()).toBeNull();
    arrive();
    await dashboardIsStill();
    expect(card()).not.toBeNull();
  });

  test('leaves its place to the card of a new version', async () => {
    noteInstall({ rounds: 2 });
    const registration = { waiting: {}, addEventListener: vi.fn() };
    vi.stubGlobal('navigator', {
      userAgent: navigator.userAgent,
      serviceWorker: { getRegistration: async () => registration },
    });
    open();
    browserOffers();
    await dashboardIsStill();
    expect(card()).toBeNull();
  });

  test("goes with 'Not now', and stays away", async () => {
    noteInstall({ rounds: 2 });
    open();
    const prompt = browserOffers();
    await dashboardIsStill();
    press('Not now');
    expect(card()).toBeNull();
    await dashboardIsStill();
    expect(card()).toBeNull();
    expect(prompt).not.toHaveBeenCalled();
    expect(Date.now() - (installProgress().dismissedAt ?? 0)).toBeLessThan(60_000);
    expect(isInMenu()).toBe(true);
  });

  test('has the browser ask, once; its no counts as Not now', async () => {
    noteInstall({ rounds: 2 });
    open();
    const prompt = browserOffers('dismissed');
    await dashboardIsStill();
    press('Install');
    await vi.waitFor(() => expect(installProgress().dismissedAt).not.toBeNull());
    expect(prompt).toHaveBeenCalledOnce();
    browserOffers();
    await dashboardIsStill();
    expect(card()).toBeNull();
  });
});

describe('once it is installed', () => {
  test('the player is thanked, and card and entry are gone for good', async () => {
    const persist = vi.fn(async () => true);
    vi.stubGlobal('navigator', {
      userAgent: ANDROID,
      storage: { persisted: async () => false, persist },
    });
    noteInstall({ rounds: 2 });
    open();
    browserOffers();
    await dashboardIsStill();
    act(() => void dispatchEvent(new Event('appinstalled')));
    await screen.findByText('Thank you! The game is installed.');
    expect(card()).toBeNull();
    expect(isInMenu()).toBe(false);
    expect(installProgress().isInstalled).toBe(true);
    await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce());
  });

  test('the entry is back where the browser offers it again, the card is not', async () => {
    noteInstall({ rounds: 2, isInstalled: true });
    open();
    expect(isInMenu()).toBe(false);
    browserOffers();
    await dashboardIsStill();
    expect(isInMenu()).toBe(true);
    expect(card()).toBeNull();
  });

  test('its own window offers nothing, and asks to keep what it stores', async () => {
    const persist = vi.fn(async () => {
      throw new Error('refused');
    });
    vi.stubGlobal('navigator', {
      userAgent: ANDROID,
      standalone: true,
      storage: { persisted: async () => false, persist },
    });
    open();
    expect(isInMenu()).toBe(false);
    expect(installProgress().isInstalled).toBe(true);
    await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce());
  });
});

describe('from the menu', () => {
  test('a browser that does not ask has its steps told', () => {
    vi.stubGlobal('navigator', { userAgent: ANDROID });
    open('/billing');
    act(() => store.get(installAtom)?.start());
    const sheet = screen.getByRole('dialog', { name: 'Install app' });
    expect(sheet.textContent).toContain('Tap Add app to Home screen, or Install.');
  });

  test('so has one that would not ask after all', async () => {
    vi.stubGlobal('navigator', { userAgent: ANDROID });
    open('/billing');
    browserOffers('accepted', true);
    await act(async () => store.get(installAtom)?.start());
    await screen.findByRole('dialog', { name: 'Install app' });
  });

  test('there is nothing where neither offer nor steps are known', () => {
    open();
    expect(isInMenu()).toBe(false);
  });
});

test('the icon counts the results that wait, and nothing else', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { userAgent: ANDROID, setAppBadge, clearAppBadge });
  open();
  expect(clearAppBadge).toHaveBeenCalledOnce();
  const refusal = { code: 'x', message: 'No.' };
  const results = [anEntry({ key: 'a' }), anEntry({ key: 'b' }), anEntry({ key: 'c', refusal })];
  act(() => store.set(resultsAtom, results));
  expect(setAppBadge.mock.calls).toEqual([[2]]);
  act(() => store.set(resultsAtom, []));
  expect(clearAppBadge).toHaveBeenCalledTimes(2);
});

test('a phone that refuses a badge, or has none, is let be', async () => {
  const setAppBadge = vi.fn(async () => {
    throw new DOMException('No', 'NotAllowedError');
  });
  vi.stubGlobal('navigator', { userAgent: ANDROID, setAppBadge });
  open();
  act(() => store.set(resultsAtom, [anEntry()]));
  await vi.waitFor(() => expect(setAppBadge).toHaveBeenCalledOnce());
});
