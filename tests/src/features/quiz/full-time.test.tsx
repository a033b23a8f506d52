import '../../../support/fake-clock.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isSoundChosen, isSoundOn } from '../../../../src/lib/choices.ts';
import { saveRound } from '../../../../src/round/store.ts';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { currentSession, store } from '../../../../src/session/session.ts';
import { purchaseAtom } from '../../../../src/subscription/asked-plan.ts';
import { aRound, aUser } from '../../../support/builders.ts';
import { dealtQuestions, issuedRound } from '../../../support/dealt-round.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { pass, settle } from '../../../support/fake-clock.ts';
import { signIn } from '../../../support/render.tsx';
import { openAt, press, question, score, skipKickOff } from './play.tsx';

describe('full time', () => {
  beforeEach(() => {
    localStorage.clear();
    signIn();
    store.set(purchaseAtom, null);
  });

  const AWARDED = { points: 90, coins: 150 };

  /** The server counts the result and gives this place. */
  const counted = (place: object | null = null, user = aUser({ pointBalance: 850 })) =>
    answer('post', 'points', { data: { user, awarded: AWARDED, place } });

  const place = (parts: object = {}) => ({
    before: 13,
    after: 10,
    toNext: 81,
    cashNaira: 0,
    toMoney: null,
    ...parts,
  });

  /** A game that ends with this many right answers, the rest skipped. */
  async function end(right = 9, parts: Parameters<typeof openAt>[2] = {}) {
    await openAt(Math.min(right + 1, 10), 0, parts);
    if (right === 10) {
      await press('Right 10');
      await pass(750);
    }
    for (let number = right + 1; number <= 10; number++) {
      await press('Skip');
      await pass(400);
    }
  }

  const userPoints = (data: object) =>
    answer('get', 'points/user-points', { data: { user: { highScore: 0 }, ...data } });

  const yourPlace = () =>
    screen.getByRole('region', { name: 'Your place this week' }).textContent?.replaceAll(' ', ' ');

  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  describe('the face of full time', () => {
    test.each([
      [10, 'Perfect!'],
      [9, 'Good game!'],
      [4, 'Good game!'],
      [3, 'Next one!'],
    ])('%i right: %s', async (right, title) => {
      counted();
      await end(right);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
      expect(document.activeElement?.textContent).toBe(title);
      expect(score()).toBe(`${right} of 10 right`);
      expect(screen.getAllByLabelText(/^\d+: right$/)).toHaveLength(right);
    });

    test('leads to the answers first after a bad game', async () => {
      counted();
      await end(3);
      expect(buttons()[2]).toBe('Review answers');
      expect(screen.getByRole('button', { name: 'Play again Medium · 150 coins' })).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Next level/ })).toBeNull();
    });

    test('says a new best over an earlier one, and the best where it stands', async () => {
      const best = { categoryId: 'english-premier-league', level: 'medium' };
      userPoints({ bests: [{ ...best, right: 8 }] });
      counted();
      await end(9);
      expect(screen.getByText('New best')).toBeTruthy();
      expect(screen.getByText('1 missed')).toBeTruthy();
    });

    test.each([
      ['medium', 9, '1 missed. Your best: 9'],
      ['hard', 5, '1 missed'],
    ])('at %s with a best of %i reads "%s"', async (level, right, text) => {
      userPoints({ bests: [{ categoryId: 'english-premier-league', level, right }] });
      counted();
      await end(9);
      expect(screen.queryByText('New best')).toBeNull();
      expect(screen.getByText(text)).toBeTruthy();
    });

    test('counts the questions that were played, where the player left', async () => {
      answer('post', 'points', 'no answer');
      await openAt(4);
      await press('Leave the game');
      await press('End it');
      expect(score()).toBe('3 of 4 right');
      expect(screen.getByText('1 missed, 6 not played')).toBeTruthy();
      expect(screen.getByText('4 questions × 15')).toBeTruthy();
    });
  });

  describe('points and coins', () => {
    test('are said with how they come about', async () => {
      counted();
      await end(9);
      expect(screen.getByText('Points earned').parentElement?.textContent).toBe(
        'Points earned+909 right × 10',
      );
      expect(screen.getByText('Coins spent').parentElement?.textContent).toBe(
        'Coins spent15010 questions × 15',
      );
    });

    test('of a saved game were paid when it was saved', async () => {
      counted();
      await end(9, { isForLater: true });
      expect(screen.getByText('Paid when you saved it')).toBeTruthy();
    });
  });

  describe('the place', () => {
    test.each([
      ['gained', place(), 'From 13th to 10th 3 places up 81 points to 9th'],
      ['lost', place({ before: 9 }), 'From 9th to 10th 1 place down 81 points to 9th'],
      ['the same', place({ before: 10, toNext: 1 }), '10th Same place 1 point to 9th'],
      ['the first', place({ before: null, after: 1, toNext: null }), '1st First points'],
      ['none', place({ before: null, after: null }), 'No points yet. One is enough for a place.'],
    ])('%s', async (_what, told, text) => {
      counted(told);
      await end();
      expect(yourPlace()).toContain(`Leaderboard updated successfully!${text}`);
    });

    test.each([
      ['in the money', { cashNaira: 2420 }, 'In the money now: ₦2,420'],
      ['behind it', { toMoney: 886 }, 'Top 10 win cash 886 points to go'],
      ['of a board whose cash is not won by points alone', {}, 'Top 10 win cash'],
    ])('%s says so', async (_what, money, text) => {
      counted(place(money));
      await end();
      expect(yourPlace()).toContain(text);
    });

    test('of a player of glo says where their cash is', async () => {
      const contest = { isOpen: true, promoter: null, permit: null, rules: null, support: null };
      answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: WAYS, contest } });
      const player = aUser({ network: 'glo' });
      signIn(player);
      counted(place(), player);
      await end();
      expect(yourPlace()).toContain('No cash on this board. Millionaire Rush pays every day.');
    });

    test('is told in the block alone: no toast says it again', async () => {
      counted(place());
      await end();
      await pass(100);
      const told = screen.getByText('Leaderboard updated successfully!');
      expect(told.closest('section')?.textContent).toBe(yourPlace());
      expect(told.closest('.vh')).toBeNull();
      // For screen readers.
      expect(told.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    });

    test('that nobody tells leaves the points on the board', async () => {
      counted(null);
      await end();
      expect(yourPlace()).toContain('Your points are on the board.');
    });
  });

  describe('without a network', () => {
    test('shows what was last seen, not as final, and sends the result by itself', async () => {
      userPoints({ week: { place: 13, toNext: 65, cashNaira: 0 } });
      answer('post', 'points', 'no answer', { data: { awarded: AWARDED, place: place() } });
      await end();
      expect(screen.getByText('Points, not final yet')).toBeTruthy();
      expect(yourPlace()).toContain('13th a moment ago 65 points to 12th then');
      expect(yourPlace()).toContain('1 result waiting. It goes by itself.');
      expect(screen.getByText('Saved. We will send it when you are back online')).toBeTruthy();
      window.dispatchEvent(new Event('online'));
      await settle();
      expect(screen.getByText('Points earned')).toBeTruthy();
      expect(yourPlace()).toContain('to 10th 3 places up');
    });

    test('leads to a saved game, and says why no other begins', async () => {
      await saveRound(aRound({ key: 'saved', isForLater: true, level: 'hard' }));
      answer('post', 'points', 'no answer');
      await end(9, { level: 'medium' });
      const again = screen.getByRole<HTMLButtonElement>('button', {
        name: 'Play again Needs network',
      });
      expect(again.disabled).toBe(true);
      await press('Play saved game');
      await skipKickOff();
      expect(question()).toBe('Question number 1?');
    });
  });

  describe('without a bank account', () => {
    beforeEach(() => signIn(aUser({ hasBank: false })));

    test('the last way adds one, and X leads home', async () => {
      counted(null, aUser({ hasBank: false }));
      await end();
      screen.getByRole('button', { name: 'Add Withdrawal Account' });
      await press('Close');
      screen.getByText('At /home');
    });

    test('and without a network the last way leads home', async () => {
      answer('post', 'points', 'no answer');
      await end();
      expect(screen.queryByRole('button', { name: 'Add Withdrawal Account' })).toBeNull();
      await press('Go Home');
      screen.getByText('At /home');
    });
  });

  describe('the next game', () => {
    const deals = (level = 'medium') => {
      answer('put', 'categories/play/english-premier-league', { data: null });
      const terms = { ...issuedRound.terms, level };
      const meta = { round: { ...issuedRound, id: 'round-2', terms } };
      return answer('get', 'questions/english-premier-league', { data: dealtQuestions(), meta });
    };

    test('at the same level is one tap away, with its cost', async () => {
      counted(place());
      await end();
      const asked = deals();
      await press('Play again costs 150 coins');
      expect(asked[0]?.url.searchParams.get('difficulty')).toBe('medium');
      await skipKickOff();
      expect(question()).toBe(dealtQuestions()[0]?.question);
      expect(score()).toBeNull();
      expect(currentSession().user).toMatchObject({ pointBalance: 700 });
    });

    test('at the next level, too', async () => {
      counted(place());
      await end();
      const asked = deals('hard');
      await press('Next level Hard · 200 coins');
      expect(asked[0]?.url.searchParams.get('difficulty')).toBe('hard');
      expect(screen.getByText('Hard')).toBeTruthy();
    });

    test.each([true, false])('after Hard is the tournament, if it is open: %s', async (isOpen) => {
      const contest = { isOpen, promoter: null, permit: null, rules: null, support: null };
      answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: WAYS, contest } });
      counted(place());
      const terms = { ...aRound().terms, level: 'hard' } as const;
      await saveRound(aRound({ key: 'another', playerId: 'player-2' }));
      await openAt(10, 0, { level: 'hard', terms }, '/quiz/english-premier-league/hard');
      await press('Skip');
      expect(screen.queryByRole('button', { name: /^Next level/ })).toBeNull();
      const rush = screen.queryByRole('button', { name: 'Millionaire Rush' });
      expect(rush !== null).toBe(isOpen);
      const practice = screen.queryByRole('button', { name: 'Practice Free, no coins' });
      expect(practice !== null).toBe(!isOpen);
    });

    test('that the coins do not cover leads to more of them', async () => {
      counted(place(), aUser({ pointBalance: 100 }));
      await end();
      await press('Buy Coins Not enough coins');
      expect(store.get(purchaseAtom)).toEqual({ what: 'coins', door: 'level' });
    });

    test('that the server finds no coins for says so, too', async () => {
      counted(place());
      await end();
      answer('get', 'questions/english-premier-league', {
        status: 409,
        code: 'wallet/insufficient-coins',
      });
      await press('Play again costs 150 coins');
      expect(screen.getByRole('button', { name: 'Buy Coins Not enough coins' })).toBeTruthy();
    });

    test('that the server finds no play for says so, too', async () => {
      counted(place());
      await end();
      answer('get', 'questions/english-premier-league', { status: 409, code: 'plays/cap-reached' });
      answer('get', 'user/dailyplays', { data: { count: 50 } });
      await press('Play again costs 150 coins');
      await pass(100);
      expect(screen.getByRole('button', { name: 'Play again No plays left today' })).toBeTruthy();
    });

    test('says that no plays are left', async () => {
      answer('get', 'user/dailyplays', { data: { count: 50 } });
      counted(place());
      await end();
      const again = screen.getByRole<HTMLButtonElement>('button', {
        name: 'Play again No plays left today',
      });
      expect(again.disabled).toBe(true);
    });
  });

  describe('sound and vibration', () => {
    const offer = () => screen.queryByText('Sound?');

    test.each([
      ['Turn on', true],
      ['Not now', false],
    ])('are offered once: %s', async (name, isOn) => {
      counted(place());
      await end();
      expect(offer()).toBeTruthy();
      await press(name);
      expect(offer()).toBeNull();
      expect([isSoundChosen(), isSoundOn()]).toEqual([true, isOn]);
      cleanup();
      await end(9, { key: 'round-9' });
      expect(offer()).toBeNull();
    });
  });

  test.each<[string, Answer, string]>([
    [
      'is refused',
      { status: 410, code: 'round/expired', message: 'This round came too late.' },
      'This result was not counted',
    ],
  ])('a result that %s says why in place of the place', async (_what, reply, title) => {
    answer('post', 'points', reply);
    await end();
    const main = within(screen.getByRole('main'));
    expect(main.getByText(title)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Your place this week' })).toBeNull();
  });
});

describe('full time beneath the last answer', () => {
  beforeEach(() => {
    localStorage.clear();
    signIn();
    const awarded = { points: 100, coins: 150 };
    answer('post', 'points', { data: { user: aUser(), awarded, place: null } });
  });

  const beneath = () => document.querySelector('main[aria-hidden]');

  const tab = () => fireEvent.keyDown(document.body, { key: 'Tab' });

  const TOLD = 'Leaderboard updated successfully!';

  test('while the last answer shows, full time lies beneath it where nobody reads or reaches it', async () => {
    await openAt(10);
    await press('Right 10');
    await pass(200);
    expect(beneath()).toBeNull();
    await pass(400);
    expect(beneath()?.textContent).toContain('10 of 10 right');
    expect(beneath()?.textContent).toContain('Go Home');
    expect(screen.queryByRole('button', { name: 'Go Home' })).toBeNull();
    expect(question()).toBe('Question number 10?');
    expect(document.title).toContain('English Premier League');
    expect(screen.queryByText(TOLD)).toBeNull();
    expect(tab()).toBe(false);

    await pass(150);
    expect(beneath()).toBeNull();
    expect(score()).toBe('10 of 10 right');
    expect(document.activeElement?.textContent).toBe('Perfect!');
    expect(document.title).toContain('Full time');
    expect(screen.getByText(TOLD)).toBeTruthy();
    expect(tab()).toBe(true);
  });
});

describe('sharing', () => {
  const TEXT = `Football Mastermind: English Premier League, Medium
🟩🟩🟩🟩🟩🟩🟩🟥⬜⬜
7 of 10 right, 70 points. Can you beat me?
${location.origin}/?source=share`;

  beforeEach(async () => {
    signIn();
    answer('post', 'points', 'no answer');
    await openAt(8);
    await press('Wrong 8');
    await pass(1100);
    await press('Skip');
    await pass(400);
    await press('Skip');
  });

  /** A browser with these features, or without. */
  function browser(parts: object): void {
    for (const [name, value] of Object.entries(parts)) {
      Object.defineProperty(navigator, name, { value, configurable: true });
      onTestFinished(() => void Reflect.deleteProperty(navigator, name));
    }
  }

  test("a game is shared by the phone's own sheet, without who played it", async () => {
    const share = vi.fn(async () => undefined);
    browser({ share });
    await press('Share');
    expect(share).toHaveBeenCalledExactlyOnceWith({ text: TEXT });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('who closes the sheet is told nothing', async () => {
    browser({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
    await press('Share');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['there is none', { share: undefined }],
    ['it fails', { share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ])('where %s WhatsApp comes first, and a copy last', async (_what, parts) => {
    const writeText = vi.fn(async () => undefined);
    browser({ ...parts, clipboard: { writeText } });
    await press('Share');
    expect(screen.getByRole('dialog', { name: 'Share your game' })).toBeTruthy();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' });
    expect(link.href).toBe(`https://wa.me/?text=${encodeURIComponent(TEXT)}`);
    await press('Copy');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(TEXT);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
  });

  test('a browser that does not copy says what to do', async () => {
    browser({ share: undefined, clipboard: undefined });
    await press('Share');
    await press('Copy');
    expect(screen.getByText(/^This phone does not let us copy/)).toBeTruthy();
  });
});
