import { expect } from 'playwright/test';
import { comeTo } from '../player.ts';
import { PAYOUTS, serveRewards } from '../rewards.ts';
import { at, button, dialog, heading, home, phoneOf, type Screen, type Stage } from './stage.ts';

const rewards =
  (address: string, text: string) =>
  async (stage: Stage): Promise<void> => {
    await serveRewards(stage.page);
    await comeTo(stage.page, address, 'Ada', phoneOf(stage));
    await expect(stage.page.getByText(text, { exact: true }).first()).toBeVisible();
  };

const intro = rewards('/rewards/confirm', 'One at a time');

/** The raffle, prizes on their way, the proof round and the check of a draw. */
export const REWARDS: Screen[] = [
  { name: 'rewards, the raffle', open: rewards('/rewards', 'Tier 2') },
  {
    name: 'rewards, all tickets',
    open: async (stage) => {
      await rewards('/rewards', 'Tier 2')(stage);
      await button(stage.page, 'See all 5 tickets');
      await dialog(stage.page, 'My 5 tickets');
    },
  },
  {
    name: 'rewards, my winnings',
    hasGloWords: true,
    open: rewards('/rewards#winnings', 'Paid to you'),
  },
  {
    name: 'rewards, the greeting',
    open: async (stage) => {
      await serveRewards(stage.page, {
        payouts: PAYOUTS().map((payout) => ({ ...payout, isSeen: false })),
      });
      await home(stage);
      await dialog(stage.page, /^You won/);
    },
  },
  { name: 'rewards, confirm your win', open: intro },
  {
    name: 'rewards, a sealed question',
    open: async (stage) => {
      await intro(stage);
      await button(stage.page, 'Start now');
      await heading(stage.page, /first English league title/);
    },
  },
  {
    name: 'rewards, a draw that does not add up',
    open: async (stage) => {
      await serveRewards(stage.page);
      await at('/rewards/draw/2026-10')(stage);
      await expect(stage.page.getByText('This draw does not add up')).toBeVisible();
    },
  },
  {
    name: 'rewards, a sealed draw',
    open: async (stage) => {
      await serveRewards(stage.page, {
        draw: { state: 'sealed', drawnAt: null, seed: null, winners: [] },
      });
      await at('/rewards/draw/2026-10')(stage);
      await expect(stage.page.getByText('The draw comes next')).toBeVisible();
    },
  },
];
