import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readAttempt, readRound } from '../../../../src/round/store.ts';
import { keepPlayer, store } from '../../../../src/session/session.ts';
import {
  askedPlanAtom,
  forgetAskedPlan,
  purchaseAtom,
} from '../../../../src/subscription/asked-plan.ts';
import { anAskedPlan, aRound, aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { pick, QUESTIONS, showPicker } from '../../../support/level-picker.tsx';

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
