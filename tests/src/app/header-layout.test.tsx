import { readFileSync } from 'node:fs';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HeaderLayout, useMemoryWarning } from '../../../src/app/header-layout.tsx';
import { menuEntries } from '../../../src/app/menu.tsx';
import { toastInfo } from '../../../src/components/toast.ts';
import { brandOf } from '../../../src/config/brands.ts';
import { OFFER_KEY } from '../../../src/config/storage-keys.ts';
import { SideBoard } from '../../../src/features/leaderboard/side-board.tsx';
import { profileEntry } from '../../../src/outbox/entries.ts';
import { messagesAtom, profileChangesAtom, resultsAtom } from '../../../src/outbox/schedule.ts';
import { putEntry, readEntries } from '../../../src/outbox/store.ts';
import { DEFAULT_PRICES } from '../../../src/rules/money.ts';
import {
  currentSession,
  DEFAULT_SESSION,
  keepPlayer,
  storageRefusedAtom,
  store,
  updateSession,
} from '../../../src/session/session.ts';
import { purchaseAtom } from '../../../src/subscription/asked-plan.ts';
import { aBoard, aBoardRow, aMessage, anEntry, aUser } from '../../support/builders.ts';
import { dismissPromos, openDashboard, serveDashboard, served } from '../../support/dashboard.tsx';
import { answer } from '../../support/fake-api.ts';
import { PAYLOADS } from '../../support/payloads.ts';
import { renderScreen, signIn } from '../../support/render.tsx';
import { expectTexts } from '../../support/shown-as-text.ts';
import * as billing from '../features/billing/billing.tsx';
import * as contact from '../features/help/contact-form.tsx';
import * as boards from '../features/leaderboard/boards.tsx';
import * as bank from '../features/profile/bank-form.tsx';
import * as profile from '../features/profile/profile-form.tsx';

const ENTRIES = menuEntries(brandOf('all', null, 'all'));

describe('the header', () => {
  beforeEach(() => {
    signIn();
    store.set(resultsAtom, []);
    store.set(messagesAtom, []);
  });

  const open = () => renderScreen(<HeaderLayout />, { path: '/home', at: '/home' });

  async function openMenu() {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    return within(await screen.findByRole('dialog', { name: 'Ada' }));
  }

  describe('the header', () => {
    test('shows coins, and the avatar that leads to the profile', async () => {
      signIn(aUser({ pointBalance: 12_345 }));
      open();
      const bar = within(screen.getByRole('banner'));
      expect(bar.getByRole('button', { name: '12,345 coins' })).toBeTruthy();
      await userEvent.click(bar.getByRole('link', { name: 'Profile' }));
      await screen.findByText('At /profile');
    });

    test('has the title of a page that has one in place of the wordmark', () => {
      renderScreen(<HeaderLayout title="Billing" />, { path: '/billing', at: '/billing' });
      const bar = within(screen.getByRole('banner'));
      expect(bar.getByRole('heading', { level: 1 }).textContent).toBe('Billing');
      expect(
        bar.getAllByRole('button').map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
      ).toEqual(['Menu', '1,000 coins']);
    });

    test("shows 'Coming Soon' for the 2x Boost, and gives the focus back", async () => {
      open();
      const chip = screen.getByRole('button', { name: '2x Boost' });
      await userEvent.click(chip);
      const dialog = within(screen.getByRole('dialog', { name: '2x Boost' }));
      expect(dialog.getByText('Coming Soon')).toBeTruthy();
      await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(document.activeElement).toBe(chip);
    });

    test('opens the drawer of coins, which offers a plan, and coins to an active player', async () => {
      signIn(aUser({ pointBalance: 0, isActive: false, highScore: 2000 }));
      open();
      await userEvent.click(screen.getByRole('button', { name: '0 coins' }));
      const drawer = within(await screen.findByRole('dialog', { name: 'Your coins' }));
      expect(drawer.getByText('150 coins').closest('li')?.textContent).toContain('Easy');
      expect(drawer.getByRole('button', { name: 'Start Subscription' })).toBeTruthy();
      expect(drawer.queryByRole('button', { name: 'Buy Coins' })).toBeNull();
      act(() => keepPlayer(aUser({ pointBalance: 1000, isActive: true }), 'newer'));
      expect(drawer.queryByRole('button', { name: 'Start Subscription' })).toBeNull();
      expect(drawer.getByText(/brings 1,000 coins/)).toBeTruthy();
      await userEvent.click(drawer.getByRole('button', { name: 'Buy Coins' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(store.get(purchaseAtom)).toEqual({ what: 'coins', door: 'coins' });
      act(() => store.set(purchaseAtom, null));
    });

    test.each([
      [1, 0, '1 result waiting to send'],
      [0, 1, '1 message waiting to send'],
      [2, 1, '2 results and 1 message waiting to send'],
    ])('with %i results and %i messages: %s', (results, messages, text) => {
      const keys = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
      store.set(
        resultsAtom,
        keys(results).map((key) => anEntry({ key })),
      );
      store.set(
        messagesAtom,
        keys(messages).map((key) => aMessage({ key })),
      );
      open();
      expect(screen.getByRole('button', { name: text })).toBeTruthy();
    });

    test('shows no chip for what was refused', () => {
      const refusal = { code: 'x', message: 'No.' };
      store.set(resultsAtom, [anEntry({ refusal })]);
      store.set(messagesAtom, [aMessage({ refusal })]);
      open();
      expect(screen.queryByRole('button', { name: /waiting to send/ })).toBeNull();
    });
  });

  describe('the side menu', () => {
    test('lists the pages and marks the one that is open', async () => {
      const menu = await openMenu();
      const links = menu.getAllByRole('link');
      expect(links.map(({ textContent }) => textContent)).toEqual(ENTRIES.map(({ name }) => name));
      const current = links.filter((link) => link.getAttribute('aria-current') === 'page');
      expect(current.map(({ textContent }) => textContent)).toEqual(['Home']);
    });

    test('ends with the version of the app', async () => {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
      const menu = await openMenu();
      menu.getByText(`Version ${version}`);
    });

    test.each(['/leaderboard', '/daily'])('marks the leaderboard at %s', async (at) => {
      renderScreen(<HeaderLayout />, { path: at, at });
      await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
      const menu = within(await screen.findByRole('dialog', { name: 'Ada' }));
      const links = menu.getAllByRole('link', { current: 'page' });
      expect(links.map(({ textContent }) => textContent)).toEqual(['Leaderboard']);
    });

    test.each(ENTRIES.filter(({ path }) => path !== '/home'))(
      '$name leads to $path',
      async ({ name, path }) => {
        const menu = await openMenu();
        await userEvent.click(menu.getByRole('link', { name }));
        expect(await screen.findByText(`At ${path}`)).toBeTruthy();
      },
    );

    test.each([
      ['open', '/leaderboard'],
      ['closed', '/leaderboard?tab=current-week'],
    ])('while Millionaire Rush is %s, the boards are at %s', async (state, address) => {
      const contest = { isOpen: state === 'open' };
      localStorage.setItem(
        OFFER_KEY,
        JSON.stringify({ prices: DEFAULT_PRICES, ways: [], contest }),
      );
      const menu = await openMenu();
      const boards = menu.getByRole('link', { name: 'Leaderboard' });
      expect(boards.getAttribute('href')).toBe(address);
    });

    test('keeps the choice of dark mode in the session', async () => {
      const menu = await openMenu();
      const toggle = menu.getByRole('switch', { name: 'Dark mode' });
      expect(toggle.getAttribute('aria-checked')).toBe('false');
      await userEvent.click(toggle);
      expect(toggle.getAttribute('aria-checked')).toBe('true');
      expect(currentSession()).toMatchObject({ dark: true, isDarkChosen: true });
      await userEvent.click(toggle);
      expect(currentSession()).toMatchObject({ dark: false, isDarkChosen: true });
      // The last one goes to the server.
      await vi.waitFor(async () =>
        expect(await readEntries()).toMatchObject([{ kind: 'profile', change: { dark: 'false' } }]),
      );
    });

    test('says what a logout leaves and what it takes along, and asks', async () => {
      store.set(resultsAtom, [anEntry()]);
      store.set(messagesAtom, [aMessage()]);
      store.set(profileChangesAtom, [profileEntry({ name: 'Queen' }, 'player-1', 'a-key', 0)]);
      const menu = await openMenu();
      await userEvent.click(menu.getByRole('button', { name: 'Logout' }));
      const dialog = within(screen.getByRole('dialog', { name: 'Log out now?' }));
      dialog.getByText(
        '1 result waits. It still counts. 1 message is not sent. It will be deleted. Your profile changes are not sent. They will be deleted.',
      );
      await userEvent.click(dialog.getByRole('button', { name: 'Stay' }));
      expect(screen.queryByRole('dialog', { name: 'Log out now?' })).toBeNull();
      expect(currentSession().isLoggedIn).toBe(true);
      store.set(profileChangesAtom, []);
    });
  });
});

describe('markup in texts', () => {
  const [IMAGE = '', SVG = '', SCRIPT = '', FRAME = ''] = PAYLOADS;

  /** A player who chose each of these as nickname and as picture name. */
  const hostile = aUser({ name: IMAGE, username: IMAGE, image: SVG, email: SCRIPT, city: FRAME });

  const rows = PAYLOADS.map((name, index) =>
    aBoardRow(index + 1, { fmuser: { name, image: index % 2 === 0 ? name : null } }),
  );

  beforeEach(() => signIn(hostile));

  test('header and side menu show the name of the player as text', async () => {
    renderScreen(<HeaderLayout title={SCRIPT} />, { path: '/home', at: '/home' });
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await screen.findByRole('dialog', { name: IMAGE });
    expectTexts(IMAGE, SCRIPT);
  });

  test('podium, rows and the sheet of a report show names as text', async () => {
    boards.signInAged(31, { name: IMAGE, username: IMAGE });
    answer('get', 'points', aBoard({ leaderBoard: rows }));
    answer('get', 'points/monthly', aBoard({ leaderBoard: rows }));
    boards.open();
    await screen.findByText(FRAME);
    expectTexts(...PAYLOADS);
    await userEvent.click(screen.getByRole('button', { name: FRAME }));
    await screen.findByRole('dialog', { name: FRAME });
    expectTexts(...PAYLOADS);
  });

  test('the board beside the dashboard shows names as text', async () => {
    boards.signInAged(31, { name: IMAGE });
    answer('get', 'points', aBoard({ leaderBoard: rows }));
    renderScreen(<SideBoard />);
    await screen.findByText(FRAME);
    expectTexts(...PAYLOADS.slice(0, 9));
  });

  test('the dashboard shows names of competitions as text', async () => {
    dismissPromos();
    const categories = PAYLOADS.map((name, index) => {
      return {
        id: `c${index}`,
        name: name.slice(0, 80),
        image: `${name.slice(0, 80)}.svg`,
        isActive: true,
      };
    });
    serveDashboard({ ...served, categories: { data: categories } });
    openDashboard();
    await screen.findByText(SVG);
    expectTexts(...categories.map(({ name }) => name));
  });

  test('a message, and why it was refused, are shown as text', async () => {
    const message = { ...aMessage().message, subject: IMAGE, message: SVG };
    await putEntry(aMessage({ message, refusal: { code: 'x', message: SCRIPT } }));
    contact.open();
    await screen.findByText(`Not sent: ${IMAGE}`);
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expectTexts(IMAGE, SVG);
  });

  test('the profile shows what the player wrote, and what the server answers, as text', async () => {
    answer('get', 'banks', { data: { bank: null } });
    answer('put', 'user', { raw: JSON.stringify({ status: true, data: hostile, message: FRAME }) });
    profile.open();
    await screen.findByDisplayValue(IMAGE);
    await userEvent.clear(profile.field('Nickname'));
    await userEvent.type(profile.field('Nickname'), 'Ada');
    await profile.update();
    await screen.findByText(FRAME);
    expectTexts(FRAME);
  });

  test("a bank's name and its account's owner are shown as text", async () => {
    bank.show({
      list: { data: [{ name: SVG, code: '044' }] },
      name: [{ data: { account_name: IMAGE } }],
    });
    await bank.choose('Add bank account', `${SVG} 044`);
    bank.fill('0123456789');
    await screen.findByText(IMAGE);
    expectTexts(IMAGE, SVG);
  });

  test('payments and the passbook show descriptions and references as text', async () => {
    const at = new Date().toISOString();
    billing.serve({
      payments: billing.payments([{ description: IMAGE, amount: 100, createdAt: at }]),
      passbook: billing.passbook([billing.aRow(1, { reason: SVG, reference: SCRIPT })]),
    });
    billing.open();
    await screen.findByText(IMAGE);
    expectTexts(IMAGE);
  });
});

describe('a phone that keeps nothing', () => {
  const WARNING = 'This phone cannot remember you. You will have to sign in again next time.';

  beforeEach(() => {
    updateSession(DEFAULT_SESSION);
    return () => store.set(storageRefusedAtom, false);
  });

  function Screen() {
    useMemoryWarning();
    return null;
  }

  /** A phone whose storage cannot be read, or refuses writes. */
  function refuse(method: 'getItem' | 'setItem') {
    const spy = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    onTestFinished(() => spy.mockRestore());
  }

  /** Nothing else opens with it. */
  async function expectSilence() {
    act(() => void toastInfo('A moment later'));
    await screen.findByText('A moment later');
    expect(screen.queryByText(WARNING)).toBeNull();
  }

  test('a player whose phone keeps nothing is told so, once they are one, and once', async () => {
    refuse('setItem');
    const { unmount } = renderScreen(<Screen />);
    expect(screen.queryByText(WARNING)).toBeNull();
    act(() => signIn(aUser({ id: crypto.randomUUID() })));
    await screen.findByText(WARNING);
    unmount();
    toast.remove();
    renderScreen(<Screen />);
    await expectSilence();
  });

  test('a player whom the phone takes and does not give back is told so', async () => {
    signIn(aUser({ id: crypto.randomUUID() }));
    refuse('getItem');
    renderScreen(<Screen />);
    await screen.findByText(WARNING);
  });

  test('a player who is remembered is told nothing, also where the phone has become full since', async () => {
    signIn(aUser({ id: crypto.randomUUID() }));
    refuse('setItem');
    updateSession({ token: 'newer' });
    expect(store.get(storageRefusedAtom)).toBe(true);
    renderScreen(<Screen />);
    await expectSilence();
  });
});
