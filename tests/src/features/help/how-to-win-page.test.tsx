import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { OFFER_KEY } from '../../../../src/config/storage-keys.ts';
import { HowToWinPage } from '../../../../src/features/help/how-to-win-page.tsx';
import { DEFAULT_PRICES } from '../../../../src/rules/money.ts';
import { DEFAULT_PRIZES, type PrizeBoard } from '../../../../src/rules/prizes.ts';
import { aUser } from '../../../support/builders.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

function open(network = 'all') {
  signIn(aUser({ network }));
  return renderScreen(<HowToWinPage />, { path: '/rules', at: '/rules' });
}

const card = (name: string) => within(screen.getByRole('region', { name }));

/** The rows of the table with this first column heading, cell by cell. */
function rows(cards: ReturnType<typeof card>, index = 0): (string | null)[][] {
  const table = cards.getAllByRole('table')[index];
  if (!table) throw new Error(`There is no table ${index}.`);
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

const headings = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

const ONLY_RUSH = 'Only your points of the day in the Millionaire Rush tournament set your tier:';

const row = (board: PrizeBoard) => DEFAULT_PRIZES.find((one) => one.board === board);

/** The offer at this phone's last request. */
function keepOffer(offer: object) {
  localStorage.setItem(OFFER_KEY, JSON.stringify({ prices: DEFAULT_PRICES, ways: [], ...offer }));
}

beforeEach(() => localStorage.removeItem(OFFER_KEY));

describe('How To Win', () => {
  test('tells how to play and of the weekly cash', () => {
    open();
    expect(headings()).toEqual([
      'How to play',
      'Weekly cash',
      'Monthly grand prize',
      'Raffle draw',
      'Millionaire Rush',
      'Levels',
      'Every day',
    ]);
    expect(rows(card('Weekly cash'))).toEqual([
      ['1 to 5,000', '₦2'],
      ['5,001 to 7,500', '₦1.50'],
      ['7,501 to 10,000', '₦1.25'],
      ['10,001 and more', '₦1'],
    ]);
    expect(card('Weekly cash').getByText(/At least|at least 50 points/)).toBeTruthy();
    const example = /with 7,000 points you get 5,000 × ₦2 \+ 2,000 × ₦1\.50 = ₦13,000\./;
    expect(card('Weekly cash').getByText(example)).toBeTruthy();
  });

  test('tells the players of glo of the daily tiers instead', () => {
    open('glo');
    expect(headings()).toEqual(['Daily cash', 'Millionaire Rush', 'Levels', 'Every day']);
    expect(rows(card('Daily cash'))).toEqual([
      ['Tier 1', '0 to 499', 'up to ₦2,000'],
      ['Tier 2', '500 to 999', 'up to ₦3,000'],
      ['Tier 3', '1,000 and more', 'up to ₦5,000'],
    ]);
    expect(card('Daily cash').getByText(/top 5 of each tier/)).toBeTruthy();
    expect(card('Daily cash').getByText(ONLY_RUSH)).toBeTruthy();
    const minimum = 'It is paid with at least 75 points and 10 players in the tier.';
    expect(card('Daily cash').getByText(minimum)).toBeTruthy();
    expect(screen.queryByText(/raffle/i)).toBeNull();
    expect(screen.queryByText(/top 10/i)).toBeNull();
  });

  test('tells time, points and coins of each level at each tier', () => {
    open();
    const levels = card('Levels');
    expect(rows(levels, 0)).toEqual([
      ['Easy', '10 s'],
      ['Medium', '12 s'],
      ['Hard', '15 s'],
    ]);
    expect(rows(levels, 1)).toEqual([
      ['0 to 2,000', '5', '10', '15'],
      ['2,001 to 3,499', '3', '5', '10'],
      ['3,500 and more', '1', '3', '5'],
    ]);
    expect(rows(levels, 2)).toEqual([
      ['0 to 1,500', '10', '15', '20'],
      ['1,501 to 3,500', '15', '20', '30'],
      ['3,501 and more', '20', '25', '30'],
    ]);
  });

  test('tells of the grand prize and the daily cap', () => {
    open();
    expect(card('Monthly grand prize').getByText('₦50,000')).toBeTruthy();
    expect(card('Monthly grand prize').getByText(/3,000 coins/)).toBeTruthy();
    expect(card('Every day').getByText(/50 games a day/)).toBeTruthy();
  });

  test.each([
    ['button', 'Back', '/home'],
    ['button', 'Play now', '/home'],
    ['link', 'FAQs and terms', '/faqs'],
    ['link', 'My tickets', '/rewards'],
    ['link', 'Rules of Millionaire Rush', '/promo'],
    ['link', 'How we check winners', '/fairness'],
  ])('its %s %s leads to %s', async (role, name, to) => {
    open();
    await userEvent.click(screen.getByRole(role, { name }));
    expect(screen.getByText(`At ${to}`)).toBeTruthy();
  });

  test("names what the operator pays, and leads to the operator's promo", () => {
    const monthly = { ...row('monthly'), naira: 75_000, minCoinsBought: 0, kind: 'airtime' };
    keepOffer({ prizes: [monthly], links: { promo: 'https://example.ng/promo' } });
    open();
    expect(headings()).toEqual(['Monthly grand prize', 'Levels', 'Every day']);
    expect(card('Monthly grand prize').getByText('₦75,000 airtime')).toBeTruthy();
    expect(card('Monthly grand prize').queryByText(/coins/)).toBeNull();
    const link = screen.getByRole('link', { name: 'See the promo' });
    expect(link.getAttribute('href')).toBe('https://example.ng/promo');
  });
});
