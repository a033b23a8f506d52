import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { forgetRound, readAttempt, readRounds, saveRound } from '../../../../src/round/store.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { startRound } from '../../../../src/start/start-round.ts';
import { aRound, premierLeague } from '../../../support/builders.ts';
import { dealtQuestions, issuedRound } from '../../../support/dealt-round.ts';
import { answer } from '../../../support/fake-api.ts';
import {
  dealt,
  pick,
  popularityIsCounted,
  QUESTIONS,
  serverDeals,
  showPicker,
} from '../../../support/level-picker.tsx';
import { signIn } from '../../../support/render.tsx';

const saved = () => aRound({ key: 'saved', isForLater: true });

const saveSwitch = () => screen.getByRole<HTMLButtonElement>('switch', { name: /^Save for later/ });

/** The phone's storage fails from the given write on, counted from 0. */
function refuseWritesFrom(first: number) {
  const put = IDBObjectStore.prototype.put;
  let writes = 0;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (writes++ >= first) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, args);
  });
  onTestFinished(() => spy.mockRestore());
}

describe('a round saved for later', () => {
  test('takes its play and its questions, and starts no clock', async () => {
    const { rounds, isCounted } = serverDeals();
    const { onPlay, onClose } = showPicker();
    await userEvent.click(saveSwitch());
    expect(saveSwitch().getAttribute('aria-checked')).toBe('true');
    screen.getByRole('button', { name: /^Medium Save/ });
    await pick(/^Medium/);
    await screen.findByText('Saved. Ready to play with no network');
    expect(rounds).toHaveLength(1);
    const [round] = await readRounds('player-1');
    expect(round).toMatchObject({ key: issuedRound.id, isForLater: true, state: null });
    expect(round?.questions).toHaveLength(10);
    expect(round?.playableUntil).toBeGreaterThan(Date.now() + 86_000_000);
    expect(currentSession().user).toMatchObject({ pointBalance: 850 });
    expect(onPlay).not.toHaveBeenCalled();
    expect(onClose).toHaveBeenCalledOnce();
    await isCounted();
  });

  test('can be saved beside an open game', async () => {
    const { isCounted } = serverDeals();
    await saveRound(aRound());
    showPicker({ rounds: [aRound()] });
    await userEvent.click(saveSwitch());
    await pick(/^Medium/);
    await screen.findByText('Saved. Ready to play with no network');
    expect(await readRounds('player-1')).toHaveLength(2);
    await isCounted();
  });

  test('does not stop a game that is played now', async () => {
    const { rounds, isCounted } = serverDeals();
    await saveRound(saved());
    const { onPlay } = showPicker({ rounds: [saved()] });
    await pick(/^Medium/);
    await vi.waitFor(() => expect(onPlay).toHaveBeenCalledOnce());
    expect(rounds).toHaveLength(1);
    expect((await readRounds('player-1')).map(({ isForLater }) => isForLater).sort()).toEqual([
      false,
      true,
    ]);
    await isCounted();
  });
});

describe('a second save', () => {
  test('is refused in plain words', () => {
    showPicker({ rounds: [saved()] });
    expect(saveSwitch().disabled).toBe(true);
    expect(saveSwitch().textContent).toContain('You have a saved game. Play it first.');
  });

  test('is refused as well where another tab saved one meanwhile', async () => {
    const { onClose } = showPicker();
    await userEvent.click(saveSwitch());
    await saveRound(saved());
    await pick(/^Medium/);
    await screen.findByText('Play your saved game first');
    expect(onClose).toHaveBeenCalled();
  });

  test('is refused while two games are begun', () => {
    showPicker({ rounds: [aRound(), { ...saved(), isForLater: false }] });
    expect(saveSwitch().textContent).toContain('Finish your open game first.');
  });
});

test('without a network nothing can be saved, and there is no switch', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  showPicker();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a line that drops turns no save into a game', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  onTestFinished(() => online.mockRestore());
  const isCounted = popularityIsCounted();
  answer('get', QUESTIONS, 'no answer', dealt);
  const { onPlay } = showPicker();
  await userEvent.click(saveSwitch());
  online.mockReturnValue(false);
  await pick(/^Medium/);
  await screen.findByText("No network. Try again: you won't be charged twice.");
  expect(saveSwitch().getAttribute('aria-checked')).toBe('true');
  expect(saveSwitch().textContent).toContain('Needs network');
  await pick(/^Medium/);
  await screen.findByText('Saved. Ready to play with no network');
  expect(await readRounds('player-1')).toMatchObject([{ isForLater: true, state: null }]);
  expect(onPlay).not.toHaveBeenCalled();
  await isCounted();
});

describe('a phone that keeps nothing', () => {
  test('is told before a play is taken', async () => {
    const { rounds, isCounted } = serverDeals();
    refuseWritesFrom(0);
    showPicker();
    await userEvent.click(saveSwitch());
    await pick(/^Medium/);
    await screen.findByText('This phone cannot save a game for later. You can play one now.');
    expect(rounds).toHaveLength(0);
    expect(currentSession().user).toMatchObject({ pointBalance: 1000 });
    // The next tap plays now.
    await userEvent.click(saveSwitch());
    await pick(/^Medium/);
    await vi.waitFor(() => expect(rounds).toHaveLength(1));
    await vi.waitFor(async () => expect(await readRounds('player-1')).toHaveLength(1));
    await isCounted();
    await forgetRound(aRound({ key: issuedRound.id }));
  });

  test('any more has the round for this visit, and its player is told', async () => {
    const { isCounted } = serverDeals();
    // The attempt is stored; the round is not.
    refuseWritesFrom(1);
    showPicker();
    await userEvent.click(saveSwitch());
    await pick(/^Medium/);
    await screen.findByText('This phone cannot keep your game. Play it before you close the app.');
    const [round] = await readRounds('player-1');
    expect(round).toMatchObject({ key: issuedRound.id, isForLater: true });
    await isCounted();
    await forgetRound(aRound({ key: issuedRound.id }));
  });
});

describe('a save whose questions were lost on the line', () => {
  const request = { playerId: 'player-1', category: premierLeague, highScore: 0 };

  async function loseAReply() {
    signIn();
    const rounds = answer('get', QUESTIONS, 'no answer', dealt, {
      data: dealtQuestions(),
      meta: {
        round: {
          ...issuedRound,
          id: 'another-round',
          terms: { ...issuedRound.terms, level: 'hard' },
        },
      },
    });
    const save = startRound({ ...request, level: 'medium', isForLater: true });
    await expect(save).rejects.toThrow();
    expect(await readAttempt('player-1')).toMatchObject({ isAsked: true, isForLater: true });
    return rounds;
  }

  test('is found again before a game is played now, and both are there', async () => {
    const isCounted = popularityIsCounted(2);
    const rounds = await loseAReply();
    const { round } = await startRound({ ...request, level: 'hard' });
    expect(round).toMatchObject({ key: 'another-round', isForLater: false });
    expect(rounds.map(({ url }) => url.searchParams.get('difficulty'))).toEqual([
      'medium',
      'medium',
      'hard',
    ]);
    expect(await readRounds('player-1')).toHaveLength(2);
    await isCounted();
  });

  test('is the one that is saved when another one is asked for', async () => {
    const isCounted = popularityIsCounted();
    await loseAReply();
    const another = startRound({ ...request, level: 'hard', isForLater: true });
    await expect(another).rejects.toMatchObject({ obstacle: 'saved' });
    expect(await readRounds('player-1')).toMatchObject([{ key: issuedRound.id }]);
    await isCounted();
  });

  test('is played at once when its level is picked to be played', async () => {
    const isCounted = popularityIsCounted();
    const rounds = await loseAReply();
    const { round } = await startRound({ ...request, level: 'medium' });
    expect(round).toMatchObject({ key: issuedRound.id, isForLater: false });
    expect(rounds).toHaveLength(2);
    await isCounted();
  });
});
