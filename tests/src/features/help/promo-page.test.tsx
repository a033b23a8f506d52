import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { PromoPage } from '../../../../src/features/help/promo-page.tsx';
import { aUser } from '../../../support/builders.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

function open(player = aUser({ isActive: true, hasBank: true })) {
  signIn(player);
  return renderScreen(<PromoPage />, { path: '/promo', at: '/promo' });
}

const conditions = () =>
  within(screen.getAllByRole('list')[0] as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the promo of Millionaire Rush', () => {
  test('what is won, by which rules, from which eight competitions', async () => {
    open();
    screen.getByText('Top player daily up to ₦5,000');
    screen.getByText(
      'The top 5 of each tier win: Tier 1 up to ₦2,000, Tier 2 up to ₦3,000, Tier 3 up to ₦5,000.',
    );
    screen.getByText('A tier pays with at least 75 points and 10 players in the tier that day.');
    expect(screen.getAllByRole('list')[2]?.children).toHaveLength(8);
    await userEvent.click(screen.getByRole('button', { name: 'Go home' }));
    await screen.findByText('At /home');
  });

  test('what it takes to be paid, done and still to do', () => {
    open();
    expect(conditions()).toEqual([
      'Done: A subscriptionYours is running',
      'Done: A registered accountYou have one',
      'Done: Bank detailsYou have given them',
      'Done: One account onlyOne person, one account',
    ]);
  });

  test.each([
    ['Subscribe', { isActive: false, hasBank: true }, '/billing'],
    ['Add', { isActive: true, hasBank: false }, '/profile'],
  ])('%s leads to what is missing', async (name, player, to) => {
    open(aUser(player));
    expect(conditions().filter((one) => one?.startsWith('Still to do:'))).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name }));
    await screen.findByText(`At ${to}`);
  });
});
