import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FairnessPage } from '../../../../src/features/help/fairness-page.tsx';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

test('how places, late results and checks work, with a way to ask', async () => {
  signIn();
  renderScreen(<FairnessPage />, { path: '/fairness', at: '/fairness' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(headings).toEqual([
    'Who stands where',
    'Results that come late',
    'What we look at',
    'Who pays the prizes of the day',
    'Confirm your win',
    'When a prize waits',
    'The raffle',
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Contact Us' }));
  await screen.findByText('At /contact');
});

test('a visitor may read it too', () => {
  updateSession(DEFAULT_SESSION);
  renderScreen(<FairnessPage />, { path: '/fairness', at: '/fairness' });
  expect(screen.queryByRole('link', { name: 'Contact Us' })).toBeNull();
  screen.getByText(/Sign in and choose Contact/);
});
