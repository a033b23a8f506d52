import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { User } from '../../../src/contract/user.ts';
import { LevelPicker } from '../../../src/features/home/level-picker.tsx';
import {
  forgetRound,
  readAttempt,
  readRound,
  type SavedRound,
  saveRound,
} from '../../../src/offline/round-storage.ts';
import { currentSession } from '../../../src/session/session.ts';
import { aRound, aUser, premierLeague, questions } from '../../support/builders.ts';
import { type Answer, answer, type SeenRequest } from '../../support/fake-api.ts';
import { renderScreen, signIn } from '../../support/render.tsx';

const issued = {
  id: '3f1d2c7e-0000-4000-8000-000000000001',
  secret: 's'.repeat(43),
  issuedAt: '2026-11-21T11:00:00.000Z',
  expiresAt: '2999-11-22T11:00:00.000Z',
  deliverBy: '2999-11-25T11:00:00.000Z',
  terms: { level: 'medium', coinsPerQuestion: 15, pointsPerCorrect: 10, timerMs: 12_000 },
};

const dealt = { data: questions().map(({ answer: right, ...q }) => ({ ...q, answers: right })) };
const QUESTIONS = 'questions/english-premier-league';
const POPULARITY = 'categories/play/english-premier-league';

const onPlay = vi.fn<(round: SavedRound) => void>();
/** Nobody waits for that call, but a test must not end before it came. */
const isCounted = (popularity: SeenRequest[]) =>
  vi.waitFor(() => expect(popularity).toHaveLength(1));
const isPlayed = () => vi.waitFor(() => expect(onPlay).toHaveBeenCalledOnce(), { timeout: 4000 });

function show({
  player = {},
  highScore = 0,
  playsLeft = 50,
  rounds = [],
}: {
  player?: Partial<User>;
  highScore?: number;
  playsLeft?: number;
  rounds?: SavedRound[];
} = {}) {
  const user = aUser(player);
  signIn(user);
  const onClose = vi.fn();
  onPlay.mockReset();
  const { unmount } = renderScreen(
    <LevelPicker
      category={premierLeague}
      player={user}
      highScore={highScore}
      playsLeft={playsLeft}
      rounds={rounds}
      onPlay={onPlay}
      onClose={onClose}
      onSettled={vi.fn()}
    />,
  );
  return {
    onClose,
    unmountPicker: unmount,
    pick: (name: RegExp) => userEvent.click(screen.getByRole('button', { name })),
  };
}

/** The phone knows that it is offline; the fake API still answers. */
function withoutNetwork() {
  const spy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => spy.mockRestore());
}

const keysOf = (seen: SeenRequest[]) => [
  ...new Set(seen.map(({ headers }) => headers.get('Idempotency-Key'))),
];

function serverDeals() {
  return {
    plays: answer('get', 'user/reduce-play', { data: null }),
    rounds: answer('get', QUESTIONS, { ...dealt, meta: { round: issued } }),
    popularity: answer('put', POPULARITY, { data: null }),
  };
}

describe('the level picker', () => {
  test('shows time, cost and reward of each level, by the tier', () => {
    show({ highScore: 1501 });
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

  test.each<[string, Parameters<typeof show>[0]]>([
    ['Your subscription has ended', { player: { isActive: false, pointBalance: 0 } }],
    ['Not enough coins', { player: { pointBalance: 199 }, playsLeft: 0, highScore: 1501 }],
    ['No plays left today', { playsLeft: 0 }],
    ['Another game is open', { rounds: [aRound()] }],
  ])('says on a level why it cannot be played: %s', (words, parts) => {
    show(parts);
    expect(screen.getByRole('button', { name: /^Hard/ }).textContent).toContain(words);
  });

  test('says it of the levels alone that cost too much', () => {
    show({ player: { pointBalance: 150 }, highScore: 1501 });
    expect(screen.getByRole('button', { name: /^Easy/ }).textContent).not.toContain('Not enough');
    expect(screen.getByRole('button', { name: /^Medium/ }).textContent).toContain('Not enough');
  });

  test('takes a play, opens a round, stores it and hands it on to be played', async () => {
    const { pick } = show();
    const { plays, rounds, popularity } = serverDeals();
    await pick(/^Medium/);
    await isPlayed();
    expect(onPlay.mock.lastCall?.[0]).toMatchObject({ key: issued.id, state: null });
    expect(plays).toHaveLength(1);
    expect(rounds[0]?.url.search).toBe('?difficulty=medium&size=10&page=1');
    expect(await readRound('player-1')).toMatchObject({ key: issued.id, level: 'medium' });
    expect(await readAttempt('player-1')).toBeNull();
    // What the server holds while the round is open is gone from the balance at once.
    expect(currentSession().user).toMatchObject({ pointBalance: 850 });
    await isCounted(popularity);
  });

  test('pressed twice takes one play', async () => {
    show();
    const { plays, rounds, popularity } = serverDeals();
    const medium = screen.getByRole('button', { name: /^Medium/ });
    medium.click();
    medium.click();
    await isPlayed();
    expect([plays.length, rounds.length]).toEqual([1, 1]);
    await isCounted(popularity);
  });

  test.each<[string, Answer]>([
    ['a dropped reply', 'no answer'],
    ['a first sending that has not ended', { status: 409, code: 'idempotency/running' }],
  ])('tries again by itself with the same keys after %s', async (_what, reply) => {
    const { pick } = show();
    const plays = answer('get', 'user/reduce-play', { data: null });
    const rounds = answer('get', QUESTIONS, reply, { ...dealt, meta: { round: issued } });
    const popularity = answer('put', POPULARITY, { data: null });
    await pick(/^Medium/);
    await isPlayed();
    await isCounted(popularity);
    // The play was taken: only the questions are asked for again.
    expect([plays.length, rounds.length]).toEqual([1, 2]);
    expect(keysOf(rounds)).toHaveLength(1);
  });

  test('says when there is no network, and goes on with the same keys at the next tap', async () => {
    const { pick } = show();
    withoutNetwork();
    const plays = answer('get', 'user/reduce-play', { data: null });
    const rounds = answer('get', QUESTIONS, 'no answer', { ...dealt, meta: { round: issued } });
    const popularity = answer('put', POPULARITY, { data: null });
    await pick(/^Medium/);
    await screen.findByText('No network. Try again: nothing is charged twice.');
    await pick(/^Medium/);
    await isPlayed();
    await isCounted(popularity);
    // The play was taken: only the questions are asked for again.
    expect([plays.length, rounds.length]).toEqual([1, 2]);
    expect(keysOf(rounds)).toHaveLength(1);
  });

  test('fetches a round whose questions were lost before another one is opened', async () => {
    const { pick, onClose } = show();
    withoutNetwork();
    const plays = answer('get', 'user/reduce-play', { data: null });
    const rounds = answer('get', QUESTIONS, 'no answer', { ...dealt, meta: { round: issued } });
    const popularity = answer('put', POPULARITY, { data: null });
    await pick(/^Medium/);
    await screen.findByText('No network. Try again: nothing is charged twice.');
    await pick(/^Hard/);
    await screen.findByText('Finish your open game first');
    expect(onClose).toHaveBeenCalled();
    expect(rounds.map(({ url }) => url.searchParams.get('difficulty'))).toEqual([
      'medium',
      'medium',
    ]);
    expect([plays.length, keysOf(rounds).length]).toEqual([1, 1]);
    expect(await readRound('player-1')).toMatchObject({ key: issued.id, level: 'medium' });
    await isCounted(popularity);
  });

  test('refuses while another tab has a round open', async () => {
    const { pick } = show();
    await saveRound(aRound());
    await pick(/^Medium/);
    await screen.findByText('Finish your open game first');
  });

  test('that was closed meanwhile leaves the round for the dashboard', async () => {
    const { pick, unmountPicker } = show();
    const { popularity } = serverDeals();
    await pick(/^Medium/);
    unmountPicker();
    await vi.waitFor(async () => expect(await readRound('player-1')).not.toBeNull());
    expect(onPlay).not.toHaveBeenCalled();
    await isCounted(popularity);
  });

  test('keeps its keys in memory where the phone stores nothing', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());
    const { pick } = show();
    const plays = answer('get', 'user/reduce-play', { data: null });
    const rounds = answer('get', QUESTIONS, 'no answer', { ...dealt, meta: { round: issued } });
    const popularity = answer('put', POPULARITY, { data: null });
    await pick(/^Medium/);
    await isPlayed();
    await isCounted(popularity);
    expect([plays.length, keysOf(rounds).length]).toEqual([1, 1]);
    // It can be played during this visit.
    expect(await readRound('player-1')).toMatchObject({ key: issued.id });
    await forgetRound(aRound({ key: issued.id }));
  });

  test('has a new attempt after a refusal', async () => {
    const { pick } = show();
    const plays = answer('get', 'user/reduce-play', { data: null });
    const refusal = { status: 409, code: 'round/no-play', message: 'No play.' };
    const rounds = answer('get', QUESTIONS, refusal);
    await pick(/^Medium/);
    await screen.findByText('No play.');
    await pick(/^Medium/);
    await vi.waitFor(() => expect(rounds).toHaveLength(2));
    const [first, second] = plays.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).not.toBe(second);
  });
});

describe('a third round', () => {
  const tooMany = { status: 409, code: 'round/too-many', message: 'Two are open.' };

  function serverHasTwo() {
    answer('get', 'user/reduce-play', { data: null });
    return answer('get', QUESTIONS, tooMany);
  }

  test('that the server refuses is told, with the way to the one on this phone', async () => {
    const here = aRound({ key: 'saved', isForLater: true });
    const { pick } = show({ rounds: [here] });
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
    const { pick, onClose } = show();
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
  test('for an inactive account opens the blocking dialog with the two plans', async () => {
    const { pick } = show({ player: { isActive: false, pointBalance: 0 }, playsLeft: 0 });
    await pick(/^Easy/);
    const dialog = screen.getByRole('dialog', { name: 'Your subscription has ended' });
    expect(within(dialog).getByRole('button', { name: 'Daily ₦50' })).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Weekly ₦100' })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
  });

  test('for too few coins opens the blocking dialog with cost and balance', async () => {
    const { pick, onClose } = show({ player: { pointBalance: 80 }, playsLeft: 0 });
    await pick(/^Medium/);
    const dialog = screen.getByRole('dialog', { name: 'Not enough coins' });
    expect(dialog.textContent).toContain('This game needs 150 coins.');
    expect(dialog.textContent).toContain('You have 80.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Go Home' }));
    expect(onClose).toHaveBeenCalled();
  });

  test('for want of plays says so and closes', async () => {
    const { pick, onClose } = show({ playsLeft: 0 });
    await pick(/^Easy/);
    await screen.findByText('Daily Cap exceeded');
    expect(onClose).toHaveBeenCalled();
  });

  test('because the server knows better says the same', async () => {
    const { pick, onClose } = show();
    answer('get', 'user/reduce-play', { status: 409, code: 'plays/cap-reached' });
    await pick(/^Easy/);
    await screen.findByText('Daily Cap exceeded');
    expect(onClose).toHaveBeenCalled();
  });

  test('while another game is open says to finish that one', async () => {
    const { pick } = show({ rounds: [aRound()] });
    await pick(/^Easy/);
    await screen.findByText('Finish your open game first');
  });

  test.each([
    ['a failing server', { status: 500, code: 'server/error' }],
    ['a page of HTML', { raw: '<html>' }],
  ])('for %s says that the questions failed', async (_what, reply) => {
    const { pick } = show();
    answer('get', 'user/reduce-play', { data: null });
    answer('get', QUESTIONS, reply);
    await pick(/^Easy/);
    await screen.findByText('Failed to load questions');
    expect(await readRound('player-1')).toBeNull();
  });
});

describe('subscribing from the dialog', () => {
  test('charges with one key, then takes over the newer user', async () => {
    const { pick } = show({ player: { isActive: false, pointBalance: 0 } });
    withoutNetwork();
    const charges = answer('get', 'payments/subscribe/airtime/2348030000000', 'no answer', {
      data: null,
    });
    answer('get', 'payments/subscription/airtime/verify/2348030000000', {
      data: aUser({ isActive: true, pointBalance: 1000 }),
      meta: { token: 'newer' },
    });
    await pick(/^Easy/);
    await pick(/Weekly/);
    await screen.findByText('No network. Try again: nothing is charged twice.');
    await pick(/Weekly/);
    await screen.findByText('You have 1,000 coins. Pick a level.');
    expect(charges).toHaveLength(2);
    expect(keysOf(charges)).toHaveLength(1);
    expect(charges[0]?.url.searchParams.get('plan')).toBe('weekly');
    expect(currentSession()).toMatchObject({ token: 'newer', user: { isActive: true } });
  });
});
