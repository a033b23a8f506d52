import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PurchaseGate } from '../../../../src/app/signed-in.tsx';
import { LevelPicker } from '../../../../src/features/home/level-picker.tsx';
import {
  forgetRound,
  readAttempt,
  readRound,
  saveAttempt,
  saveRound,
} from '../../../../src/round/store.ts';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import {
  currentSession,
  keepPlayer,
  store,
  useSignedInPlayer,
} from '../../../../src/session/session.ts';
import {
  askedPlanAtom,
  forgetAskedPlan,
  purchaseAtom,
} from '../../../../src/subscription/asked-plan.ts';
import { anAskedPlan, aRound, aUser, premierLeague } from '../../../support/builders.ts';
import { issuedRound } from '../../../support/dealt-round.ts';
import { type Answer, answer, held, type SeenRequest } from '../../../support/fake-api.ts';
import {
  dealt,
  pick,
  popularityIsCounted,
  QUESTIONS,
  serverDeals,
  showPicker,
} from '../../../support/level-picker.tsx';
import { choose, paidUser, press } from '../../../support/purchase.tsx';
import { renderScreen, signIn } from '../../../support/render.tsx';
import { wallet } from '../payments/payments.ts';

/** The phone knows that it is offline; the fake API still answers. */
function withoutNetwork() {
  const spy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => spy.mockRestore());
}

const keysOf = (seen: SeenRequest[]) => [
  ...new Set(seen.map(({ headers }) => headers.get('Idempotency-Key'))),
];

/** The description of a level that is disabled. */
function whyOff(level: HTMLElement): string | null {
  const id = level.getAttribute('aria-describedby');
  return id && (document.getElementById(id)?.textContent ?? null);
}

describe('the level picker', () => {
  test('shows time, cost and reward of each level, by the tier', () => {
    showPicker({ highScore: 1501 });
    const dialog = screen.getByRole('dialog', { name: 'Select Level' });
    expect(within(dialog).getByRole('button', { name: /^Easy/ }).textContent).toMatch(
      /10 s.*150.*50 ?RP/,
    );
    expect(within(dialog).getByRole('button', { name: /^Medium/ }).textContent).toMatch(
      /12 s.*200.*100 ?RP/,
    );
    expect(within(dialog).getByRole('button', { name: /^Hard/ }).textContent).toMatch(
      /15 s.*300.*150 ?RP/,
    );
  });

  test('says what the figure of a level is, and what becomes of the coins', () => {
    showPicker();
    expect(screen.getByRole('button', { name: /^Easy/ }).textContent).toMatch(
      /^Easy .*10 seconds each 100 coins 50 RP points for 10 right$/,
    );
    screen.getByText('Coins go at the start. Coins of questions you do not see come back.');
  });

  test.each<[string, string, Parameters<typeof showPicker>[0]]>([
    [
      'Your subscription has ended Daily or Weekly: you get 1,000 coins.',
      'Start Subscription',
      { player: { isActive: false, pointBalance: 0 }, playsLeft: 0 },
    ],
    [
      'Not enough coins You have 99. Easy takes 100.',
      'Buy coins',
      { player: { pointBalance: 99 } },
    ],
    [
      'Another game is open English Premier League, Medium.',
      'Go on with it',
      { rounds: [aRound()], playsLeft: 0, player: { pointBalance: 0 } },
    ],
  ])('says once why no level can be played, with the way out: %s', (words, way, parts) => {
    showPicker(parts);
    expect(screen.getByRole('status').textContent).toBe(`${words}${way}`);
    screen.getByRole('button', { name: way });
    for (const level of [/^Easy/, /^Medium/, /^Hard/]) {
      const button = screen.getByRole('button', { name: level });
      expect(whyOff(button)).toBe(words);
      expect(button.textContent).toMatch(/seconds each .* coins/);
    }
  });

  test('without plays says when they come back, and what is free', () => {
    showPicker({ playsLeft: 0, player: { pointBalance: 0 } });
    expect(screen.getByRole('status').textContent).toBe(
      'No plays left today 50 new ones at midnight.',
    );
    screen.getByRole('link', { name: 'Practice' });
  });

  test('without a network says so before anything else, and looks again when asked', async () => {
    withoutNetwork();
    showPicker({ playsLeft: 0, player: { pointBalance: 0 } });
    expect(screen.getByRole('status').textContent).toContain('Needs network');
    screen.getByRole('link', { name: 'Practice' });
    const asked = answer('get', 'user/dailyplays', { data: { count: 3 } });
    await pick(/^Try again$/);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
  });

  test('turns off the levels alone that cost too much', () => {
    showPicker({ player: { pointBalance: 150 }, highScore: 1501 });
    expect(screen.getByRole('status').textContent).toContain('You have 150. Medium takes 200.');
    const isOff = (name: RegExp) => whyOff(screen.getByRole('button', { name })) !== null;
    expect([isOff(/^Easy/), isOff(/^Medium/), isOff(/^Hard/)]).toEqual([false, true, true]);
  });

  test('turns the other levels off while one is opened', async () => {
    const { isPlayed } = showPicker();
    const { answer: later, release } = held(dealt);
    answer('get', QUESTIONS, later);
    const isCounted = popularityIsCounted();
    await pick(/^Medium/);
    const easy = screen.getByRole('button', { name: /^Easy/ });
    await vi.waitFor(() => expect(easy.getAttribute('aria-disabled')).toBe('true'));
    const medium = screen.getByRole('button', { name: /^Medium/ });
    expect([medium.ariaBusy, medium.getAttribute('aria-disabled')]).toEqual(['true', null]);
    await release();
    await isPlayed();
    await isCounted();
    // Its own game is not another open one: the picker stays as it is until the game opens.
    expect([medium.ariaBusy, easy.getAttribute('aria-disabled')]).toEqual(['true', 'true']);
  });

  test('takes a play, opens a round, stores it and hands it on to be played', async () => {
    const { onPlay, isPlayed } = showPicker();
    const { rounds, isCounted } = serverDeals();
    await pick(/^Medium/);
    await isPlayed();
    expect(onPlay.mock.lastCall?.[0]).toMatchObject({ key: issuedRound.id, state: null });
    expect(rounds.map(({ url }) => url.search)).toEqual([
      '?difficulty=medium&size=10&page=1&play=new&pictures=1',
    ]);
    expect(await readRound('player-1')).toMatchObject({ key: issuedRound.id, level: 'medium' });
    expect(await readAttempt('player-1')).toBeNull();
    // The coins that the server holds for the round leave the balance at once.
    expect(currentSession().user).toMatchObject({ pointBalance: 850 });
    await isCounted();
  });

  test('pressed twice takes one play', async () => {
    const { isPlayed } = showPicker();
    const { rounds, isCounted } = serverDeals();
    const medium = screen.getByRole('button', { name: /^Medium/ });
    medium.click();
    medium.click();
    await isPlayed();
    expect(rounds).toHaveLength(1);
    await isCounted();
  });

  test.each<[string, Answer]>([
    ['a dropped reply', 'no answer'],
    ['a first sending that has not ended', { status: 409, code: 'idempotency/running' }],
  ])('tries again by itself with the same key after %s', async (_what, reply) => {
    const { isPlayed } = showPicker();
    const rounds = answer('get', QUESTIONS, reply, dealt);
    const isCounted = popularityIsCounted();
    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    expect([rounds.length, keysOf(rounds).length]).toEqual([2, 1]);
  });

  test('says when there is no network, and goes on with the same key at the next tap', async () => {
    const { isPlayed } = showPicker();
    withoutNetwork();
    const rounds = answer('get', QUESTIONS, 'no answer', dealt);
    const isCounted = popularityIsCounted();
    await pick(/^Medium/);
    await screen.findByText("No network. Try again: you won't be charged twice.");
    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    expect([rounds.length, keysOf(rounds).length]).toEqual([2, 1]);
  });

  test('fetches a round whose questions were lost before another one is opened', async () => {
    const { onClose } = showPicker();
    withoutNetwork();
    const rounds = answer('get', QUESTIONS, 'no answer', dealt);
    const isCounted = popularityIsCounted();
    await pick(/^Medium/);
    await screen.findByText("No network. Try again: you won't be charged twice.");
    await pick(/^Hard/);
    await screen.findByText('Finish your open game first');
    expect(onClose).toHaveBeenCalled();
    expect(rounds.map(({ url }) => url.searchParams.get('difficulty'))).toEqual([
      'medium',
      'medium',
    ]);
    expect(keysOf(rounds)).toHaveLength(1);
    expect(await readRound('player-1')).toMatchObject({ key: issuedRound.id, level: 'medium' });
    await isCounted();
  });

  test('after a reload takes the play and the stake from the server, not once more', async () => {
    const { isPlayed } = showPicker({ player: { pointBalance: 850 } });
    await saveAttempt('player-1', {
      category: premierLeague,
      level: 'medium',
      playKey: 'play',
      questionsKey: 'questions',
      isAsked: true,
      startedAt: Date.now(),
    });
    const { rounds, isCounted } = serverDeals();
    const checks = answer('get', 'payments/subscription/airtime/verify/2348030000000', {
      data: aUser({ pointBalance: 850 }),
    });
    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    await vi.waitFor(() => expect(checks).toHaveLength(1));
    expect(keysOf(rounds)).toEqual(['questions']);
    expect(currentSession().user).toMatchObject({ pointBalance: 850 });
  });

  test.each<[string, Parameters<typeof showPicker>[0]]>([
    ['coins', { player: { pointBalance: 0 } }],
    ['play', { playsLeft: 0 }],
  ])('lets a start that has taken its last %s go on after a reload', async (_what, parts) => {
    await saveAttempt('player-1', {
      category: premierLeague,
      level: 'medium',
      playKey: 'play',
      questionsKey: 'questions',
      isAsked: true,
      startedAt: Date.now(),
    });
    const { isPlayed } = showPicker(parts);
    const { isCounted } = serverDeals();
    const balance = { pointBalance: 0 };
    const checks = answer('get', 'payments/subscription/airtime/verify/2348030000000', {
      data: aUser(balance),
    });
    const medium = screen.getByRole('button', { name: /^Medium/ });
    await vi.waitFor(() => expect(whyOff(medium)).toBeNull());
    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    await vi.waitFor(() => expect(checks).toHaveLength(1));
  });

  test('takes its stake off no balance that came meanwhile and may be without it', async () => {
    const { isPlayed } = showPicker();
    const { answer: later, release } = held(dealt);
    const rounds = answer('get', QUESTIONS, later);
    const isCounted = popularityIsCounted();
    answer('get', 'payments/subscription/airtime/verify/2348030000000', {
      data: aUser({ pointBalance: 850 }),
    });
    await pick(/^Medium/);
    await vi.waitFor(() => expect(rounds).toHaveLength(1));
    keepPlayer(aUser({ pointBalance: 850 }), null);
    await release();
    await isPlayed();
    await isCounted();
    expect(currentSession().user).toMatchObject({ pointBalance: 850 });
  });

  test('refuses while another tab has a round open', async () => {
    showPicker();
    await saveRound(aRound());
    await pick(/^Medium/);
    await screen.findByText('Finish your open game first');
  });

  test('that was closed meanwhile leaves the round for the dashboard', async () => {
    const { onPlay, unmount } = showPicker();
    const { isCounted } = serverDeals();
    await pick(/^Medium/);
    unmount();
    await vi.waitFor(async () => expect(await readRound('player-1')).not.toBeNull());
    expect(onPlay).not.toHaveBeenCalled();
    await isCounted();
  });

  test('keeps its keys in memory where the phone stores nothing', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());
    const { isPlayed } = showPicker();
    const rounds = answer('get', QUESTIONS, 'no answer', dealt);
    const isCounted = popularityIsCounted();
    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    expect([rounds.length, keysOf(rounds).length]).toEqual([2, 1]);
    // It can be played during this visit.
    expect(await readRound('player-1')).toMatchObject({ key: issuedRound.id });
    await forgetRound(aRound({ key: issuedRound.id }));
  });

  test('has a new attempt after a refusal', async () => {
    showPicker();
    const refusal = { status: 409, code: 'category/unknown', message: 'No such category.' };
    const rounds = answer('get', QUESTIONS, refusal);
    await pick(/^Medium/);
    await screen.findByText('No such category.');
    await pick(/^Medium/);
    await vi.waitFor(() => expect(rounds).toHaveLength(2));
    expect(keysOf(rounds)).toHaveLength(2);
  });

  test('takes the play by a call of its own where the API deals to no new play', async () => {
    const { isPlayed } = showPicker();
    const noPlay = { status: 409, code: 'round/no-play', message: 'No play.' };
    const rounds = answer('get', QUESTIONS, noPlay, dealt);
    const plays = answer('get', 'user/reduce-play', { data: null });
    const isCounted = popularityIsCounted();
    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    expect(plays).toHaveLength(1);
    expect(rounds.map(({ url }) => url.searchParams.get('play'))).toEqual(['new', null]);
    expect(keysOf(rounds)).toHaveLength(2);
  });

  test('goes on as it began with what an older version has stored', async () => {
    const { isPlayed } = showPicker();
    const attempt = { playKey: 'play', questionsKey: 'questions', isAsked: true };
    const where = { category: premierLeague, level: 'medium' } as const;
    await saveAttempt('player-1', { ...where, ...attempt, startedAt: Date.now() });
    const { rounds, isCounted } = serverDeals();
    answer('get', 'payments/subscription/airtime/verify/2348030000000', { data: aUser() });
    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    expect(rounds.map(({ url }) => url.searchParams.get('play'))).toEqual([null]);
    expect(keysOf(rounds)).toEqual(['questions']);
  });
});

describe('after a purchase the player stands at the level that they picked', () => {
  const SUBSCRIBE = 'payments/subscribe/airtime/2348030000000';

  const VERIFY = 'payments/subscription/airtime/verify/2348030000000';

  const MONEY = '/mobile-money';

  beforeEach(forgetAskedPlan);

  /** The dashboard's picker with the purchase over it, as a player without a plan sees it. */
  function showLevels(player: Parameters<typeof aUser>[0]) {
    signIn(aUser(player));
    answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: WAYS } });
    const Levels = () => (
      <>
        <LevelPicker
          category={premierLeague}
          player={useSignedInPlayer()}
          highScore={0}
          playsLeft={50}
          rounds={[]}
          onPlay={() => {}}
          onClose={() => {}}
          onSettled={() => {}}
        />
        <PurchaseGate />
      </>
    );
    renderScreen(<Levels />, { path: '/home', at: '/home' });
  }

  const standsAtMedium = async () => {
    await screen.findByRole('dialog', { name: 'Select Level' });
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Medium/));
  };

  async function toPlans() {
    showLevels({ isActive: false, pointBalance: 0 });
    await press(/^Medium/);
    await press('Start Subscription');
  }

  async function payFromWallet(price: string) {
    answer('get', `${MONEY}/collections/search`, { data: wallet });
    answer('get', `${MONEY}/charges`, { data: { operatorCharge: 2.5, serviceCharge: 1.5 } });
    answer('post', `${MONEY}/collections/pay`, { data: { reference: 'FOM-TheServersOwnOne18' } });
    await press('Continue');
    await press('Yes, continue');
    await press(price);
  }

  test('paid from airtime', async () => {
    await toPlans();
    answer('get', SUBSCRIBE, { data: paidUser });
    await press('Pay ₦100 from airtime');
    await standsAtMedium();
  });

  test('paid from airtime, found by a check later', async () => {
    await toPlans();
    answer('get', SUBSCRIBE, { status: 200, code: 'subscription/pending' });
    await press('Pay ₦100 from airtime');
    answer('get', VERIFY, { data: paidUser });
    await press('Check again');
    await standsAtMedium();
  });

  test('a plan by mobile money', async () => {
    await toPlans();
    await choose(/^Mobile money/);
    await payFromWallet('Pay ₦204.00');
    answer('get', `${MONEY}/collections/:reference`, {
      data: { status: 'success', user: paidUser },
    });
    await press('Confirm payment');
    await press('Done');
    await standsAtMedium();
  });

  test('a plan by mobile money whose player is told later', async () => {
    await toPlans();
    await choose(/^Mobile money/);
    await payFromWallet('Pay ₦204.00');
    const late = held({ data: paidUser });
    answer('get', VERIFY, late.answer);
    answer('get', `${MONEY}/collections/:reference`, { data: { status: 'success', user: null } });
    await press('Confirm payment');
    await press('Done');
    await screen.findByRole('dialog', { name: 'Your subscription has ended' });
    await act(late.release);
    await standsAtMedium();
  });

  test.each([
    ['at once', []],
    ['once the card provider knows', ['Check again']],
    ['after they had left, asked for again', ['Go Home', 'Start Subscription']],
  ])('a plan by card, verified %s', async (_when, presses) => {
    let paid = () => {};
    globalThis.PaystackPop = class {
      newTransaction({ onLoad, onSuccess }: { onLoad: () => void; onSuccess: () => void }) {
        paid = onSuccess;
        onLoad();
      }

      cancelTransaction() {}
    };
    onTestFinished(() => {
      globalThis.PaystackPop = undefined;
    });
    answer('get', 'misc/public-key', { data: { publicKey: 'pk_test' } });
    const sums = { kobo: 10_000, feeKobo: 150, totalKobo: 10_150, coins: 1000 };
    const expected = answer('post', 'payments/expected', { data: sums });
    const verified = { data: { user: paidUser } };
    const late = { status: 200, code: 'payment/pending' };
    answer('get', 'payments/verify/:reference', ...presses.map(() => late).slice(0, 1), verified);
    await toPlans();
    await choose(/^Card/);
    await press('Continue');
    await press('Pay ₦101.50');
    await waitFor(() => expect(expected).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    paid();
    for (const button of presses) await press(button);
    await standsAtMedium();
  });

  test('coins by mobile money', async () => {
    showLevels({ isActive: true, pointBalance: 80 });
    await press(/^Medium/);
    await press('Buy Coins');
    (await screen.findByRole('tab', { name: 'Mobile money' })).click();
    await choose(/^750 coins/);
    await payFromWallet('Pay ₦104.00');
    answer('get', `${MONEY}/collections/:reference`, {
      data: { status: 'success', user: aUser({ isActive: true, pointBalance: 830 }) },
    });
    await press('Confirm payment');
    await press('Done');
    await standsAtMedium();
  });
});

describe('a third round', () => {
  const tooMany = { status: 409, code: 'round/too-many', message: 'Two are open.' };

  function serverHasTwo() {
    return answer('get', QUESTIONS, tooMany);
  }

  test('that the server refuses is told, with the way to the one on this phone', async () => {
    const here = aRound({ key: 'saved', isForLater: true });
    const { onPlay } = showPicker({ rounds: [here] });
    serverHasTwo();
    await pick(/^Medium/);
    const dialog = await screen.findByRole('dialog', { name: 'You have two unfinished games' });
    expect(dialog.textContent).toContain('Finish one of them first.');
    expect(dialog.textContent).not.toContain('another phone');
    await pick(/^Play your saved game$/);
    expect(onPlay).toHaveBeenCalledWith(here);
    expect(await readAttempt('player-1')).toBeNull();
  });

  test('that the server refuses for rounds of another phone is told so', async () => {
    const { onClose } = showPicker();
    serverHasTwo();
    await pick(/^Medium/);
    await screen.findByText(
      /They may be on another phone\. A game ends by itself after 24 hours\./,
    );
    await pick(/^Go Home$/);
    expect(onClose).toHaveBeenCalled();
  });
});

describe('a level that cannot be played', () => {
  test('for an inactive account opens the blocking dialog with the way to a plan', async () => {
    showPicker({ player: { isActive: false, pointBalance: 0 }, playsLeft: 0 });
    await pick(/^Easy/);
    const dialog = screen.getByRole('dialog', { name: 'Your subscription has ended' });
    expect(dialog.textContent).toContain('Daily or Weekly: you get 1,000 coins.');
    expect(within(dialog).getByRole('button', { name: 'Start Subscription' })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
  });

  test('for a plan that the operator refused says that, not that it has ended', async () => {
    store.set(askedPlanAtom, anAskedPlan({ kind: 'refused' }));
    onTestFinished(forgetAskedPlan);
    showPicker({ player: { isActive: false, pointBalance: 0 } });
    screen.getByText('Not enough airtime');
    await pick(/^Easy/);
    expect(screen.getByRole('dialog', { name: 'Not enough airtime' })).toBeTruthy();
    expect(screen.queryByText('Your subscription has ended')).toBeNull();
  });

  test('for too few coins opens the blocking dialog with cost and balance', async () => {
    const { onClose } = showPicker({ player: { pointBalance: 80 } });
    await pick(/^Medium/);
    const dialog = screen.getByRole('dialog', { name: 'Not enough coins' });
    expect(dialog.textContent).toContain('This game needs 150 coins.');
    expect(dialog.textContent).toContain('You have 80.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Go Home' }));
    expect(onClose).toHaveBeenCalled();
  });

  test('for want of plays says so and closes', async () => {
    const { onClose } = showPicker({ playsLeft: 0 });
    await pick(/^Easy/);
    await screen.findByText('Daily Cap exceeded');
    expect(onClose).toHaveBeenCalled();
  });

  test('because the server knows better says the same', async () => {
    const { onClose } = showPicker();
    answer('get', QUESTIONS, { status: 409, code: 'plays/cap-reached' });
    await pick(/^Easy/);
    await screen.findByText('Daily Cap exceeded');
    expect(onClose).toHaveBeenCalled();
  });

  test('while another game is open points at the way to that one', async () => {
    const { onPlay, onClose } = showPicker({ rounds: [aRound()] });
    await pick(/^Easy/);
    expect(document.activeElement?.textContent).toContain('Another game is open');
    expect(onClose).not.toHaveBeenCalled();
    await pick(/^Go on with it$/);
    expect(onPlay).toHaveBeenCalledOnce();
  });

  test.each([
    ['a failing server', { status: 500, code: 'server/error' }],
    ['a page of HTML', { raw: '<html>' }],
  ])('for %s says that the questions failed', async (_what, reply) => {
    showPicker();
    answer('get', QUESTIONS, reply);
    await pick(/^Easy/);
    await screen.findByText('Failed to load questions');
    expect(await readRound('player-1')).toBeNull();
  });
});

describe('a purchase from a level', () => {
  test.each([
    ['a plan', { isActive: false, pointBalance: 0 }, 'Start Subscription', 'plan'],
    ['coins', { pointBalance: 80 }, 'Buy Coins', 'coins'],
  ] as const)(
    'of %s leads back to the level that was picked',
    async (_what, player, button, what) => {
      showPicker({ player });
      await pick(/^Medium/);
      await pick(new RegExp(`^${button}$`));
      expect(store.get(purchaseAtom)).toEqual({ what, door: 'level' });
      // The thing to buy is alone on the screen.
      expect(screen.queryByRole('dialog')).toBeNull();
      act(() => {
        keepPlayer(aUser({ pointBalance: 1000 }), 'newer');
        store.set(purchaseAtom, null);
      });
      await screen.findByRole('dialog', { name: 'Select Level' });
      expect(document.activeElement?.textContent).toContain('Medium');
    },
  );

  test('that was given up leads back to what was in the way', async () => {
    showPicker({ player: { isActive: false, pointBalance: 0 } });
    await pick(/^Medium/);
    await pick(/^Start Subscription$/);
    act(() => store.set(purchaseAtom, null));
    await screen.findByRole('dialog', { name: 'Your subscription has ended' });
  });
});
