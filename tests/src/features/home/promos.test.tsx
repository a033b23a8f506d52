import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OFFER_KEY } from '../../../../src/config/storage-keys.ts';
import { notePromo, promoTimes } from '../../../../src/features/home/promo-facts.ts';
import { Promos } from '../../../../src/features/home/promos.tsx';
import type { PromoId } from '../../../../src/rules/promos.ts';
import { aUser } from '../../../support/builders.ts';
import { dismissPromos } from '../../../support/dashboard.tsx';
import { answer } from '../../../support/fake-api.ts';
import { hurryLooks, twoLooks } from '../../../support/looks.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

const ada = aUser({ createdAt: new Date().toISOString() });
const gloAda = { ...ada, network: 'glo' };

/** Opens the dashboard's promotions with all dismissed except these. */
function open(
  due: PromoId | PromoId[],
  { player = ada, playsUsed = 0, countedAt = Date.now(), isHeld = false } = {},
) {
  signIn(player);
  dismissPromos();
  for (const id of [due].flat()) notePromo(player.id, id, 0);
  return renderScreen(<Promos {...{ player, playsUsed, countedAt, isHeld }} />);
}

/** The ticket of the fifth play, earned just now. */
const FIFTH = {
  code: 'FOM-8HZN-09',
  reason: 'fifth-play',
  earnedAt: new Date().toISOString(),
};

const row = (id: number, highScore: number) => ({
  id: String(id),
  userId: String(id),
  highScore,
  fmuser: { name: `P${id}`, image: null },
});

const own = (highScore: number) => ({ ...row(Number(ada.id), highScore), userId: ada.id });

/** Ten players with 1,250 points down to 1,205. */
const TOP_TEN = Array.from({ length: 10 }, (_, at) => row(100 + at, 1250 - at * 5));

hurryLooks();
beforeEach(() => localStorage.clear());

describe('a promotion on the dashboard', () => {
  test('million: how much, and three ways to a ticket; Not now dismisses it', async () => {
    open('million');
    const dialog = await screen.findByRole('dialog', { name: 'Win up to ₦1,000,000' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['100 points1 ticket', '7 days in a row1 ticket', '5th play of a day1 ticket']);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(Date.now() - (promoTimes(ada.id).million ?? 0)).toBeLessThan(10_000);
  });

  test('is held where it would cover something', async () => {
    open('million', { isHeld: true });
    await twoLooks();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('names the prize that the operator pays', async () => {
    const raffle = { pool: 'all', board: 'raffle', tier: null, places: 1, kind: 'cash' };
    const figures = { naira: 250_000, minPoints: 1, minPlayers: 1, minCoinsBought: 0, reserves: 5 };
    const { prices } = (await import('../../../../src/offer/offer.ts')).DEFAULT_OFFER;
    const offer = { prices, ways: [], prizes: [{ ...raffle, ...figures }] };
    localStorage.setItem(OFFER_KEY, JSON.stringify(offer));
    open('million');
    await screen.findByRole('dialog', { name: 'Win up to ₦250,000' });
  });

  test('raffle draw at the fourth play: the tickets that the player has', async () => {
    answer('get', 'user/tournament-tickets', { data: [{ code: 'FOM-7KQ2-81' }] });
    const { unmount } = open('raffle-draw', { playsUsed: 4 });
    const dialog = await screen.findByRole('dialog', { name: 'Live raffle draw' });
    expect(dialog.textContent).toContain('You have 1 ticket. 100 points = 1 more.');
    unmount();
    // A promotion seen once counts for the day, however it was closed.
    renderScreen(<Promos player={ada} playsUsed={4} countedAt={Date.now()} />);
    await twoLooks();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['second', 'promo', 3, 'Millionaire Rush'],
    ['fourth', 'raffle-draw', 6, 'Live raffle draw'],
    ['fifth', 'entry-ticket', 8, 'Congratulations!'],
  ] as const)(
    'of the %s play also comes to who went on by Play again',
    async (_play, id, playsUsed, name) => {
      answer('get', 'user/tournament-tickets', { data: [FIFTH] });
      open(id, { playsUsed });
      await screen.findByRole('dialog', { name });
    },
  );

  test('of a play waits for the count of today: the copy of yesterday shows none', async () => {
    open('promo', { playsUsed: 7, countedAt: Date.now() - 86_400_000 });
    await twoLooks();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('entry ticket at the fifth play: its code, once it is there; leads to the tickets', async () => {
    answer('get', 'user/tournament-tickets', { data: [{ code: 'FOM-7KQ2-81' }, FIFTH] });
    open('entry-ticket', { playsUsed: 5 });
    const dialog = await screen.findByRole('dialog', { name: 'Congratulations!' });
    expect(within(dialog).getByText('FOM-8HZN-09')).toBeTruthy();
    expect(within(dialog).getByText(/You have 2 tickets/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'See my tickets' }));
    await screen.findByText('At /rewards');
  });

  test.each([
    ['none', []],
    ["yesterday's", [{ ...FIFTH, earnedAt: new Date(Date.now() - 86_400_000).toISOString() }]],
  ])(
    'entry ticket waits for its ticket, as the fifth result may not have arrived: %s is there',
    async (_which, data) => {
      answer('get', 'user/tournament-tickets', { data });
      open(['entry-ticket', 'million'], { playsUsed: 5 });
      await screen.findByRole('dialog', { name: 'Win up to ₦1,000,000' });
    },
  );

  test('progress: the points that take over the last paid place, ties counted', async () => {
    answer('get', 'points', { data: { leaderBoard: TOP_TEN, position: 14, user: own(1070) } });
    open('progress');
    const dialog = await screen.findByRole('dialog', { name: 'You are close' });
    expect(dialog.textContent).toContain('You are 14th this week. The top 10 win cash.');
    expect(dialog.textContent).toContain('136 points more and you are in.');
  });

  test.each([
    ['in the money', { leaderBoard: TOP_TEN, position: 9, user: own(1210) }],
    ['without points', { leaderBoard: TOP_TEN, position: null, user: null }],
  ])('progress says nothing to a player %s', async (_who, data) => {
    const asked = answer('get', 'points', { data });
    open('progress');
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('ticket winner: a card in the page, which X closes', async () => {
    answer('get', 'raffle/ticket-winner', { data: { name: 'Goalking10' } });
    open('ticket-winner');
    const card = await screen.findByRole('status');
    expect(card.textContent).toBe('GGoalking10 earned a raffle ticket');
    await userEvent.click(within(card).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('daily: three tiers with their cash', async () => {
    open('daily');
    const dialog = await screen.findByRole('dialog', { name: 'Win cash every day' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Tier 1₦2,0000 to 499', 'Tier 2₦3,000500 to 999', 'Tier 3₦5,0001,000 or more']);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Play Millionaire Rush' }));
    await screen.findByText('At /millionaire-rush');
  });
});

describe('glo has words of its own', () => {
  test('daily: the own tier, and the way to the daily board', async () => {
    answer('get', 'points/tournament/leaderboard', {
      data: { leaderBoard: [own(620)], position: 1, user: own(620) },
    });
    open('daily', { player: gloAda });
    const dialog = await screen.findByRole('dialog', { name: 'glo daily cash' });
    expect(dialog.textContent).toContain('You are in Tier 2 with 620 points.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'See the daily board' }));
    await screen.findByText('At /daily');
  });

  test('at the second play', async () => {
    open('promo', { player: gloAda, playsUsed: 2 });
    const dialog = await screen.findByRole('dialog', { name: 'glo players win daily' });
    expect(dialog.textContent).toContain('The top 5 of each tier win, up to ₦5,000 a day.');
  });
});

describe('nothing comes up', () => {
  test('over another dialog, nor after it in the same opening', async () => {
    document.documentElement.dataset.dialog = '';
    open('million');
    await twoLooks();
    delete document.documentElement.dataset.dialog;
    await twoLooks();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('while contests wait for a permit', async () => {
    const { prices } = (await import('../../../../src/offer/offer.ts')).DEFAULT_OFFER;
    const offer = { prices, ways: [], contest: { isOpen: false } };
    localStorage.setItem(OFFER_KEY, JSON.stringify(offer));
    open('million');
    await twoLooks();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('where its figures cannot be read: the next one that is due does', async () => {
    answer('get', 'raffle/ticket-winner', { status: 500, code: 'server/error' });
    open('ticket-winner');
    await twoLooks();
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
