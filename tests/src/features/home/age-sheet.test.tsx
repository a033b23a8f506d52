import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AgeSheet } from '../../../../src/features/home/cards.tsx';
import { standInEmail } from '../../../../src/rules/players.ts';
import { aUser } from '../../../support/builders.ts';
import { hurryLooks, twoLooks } from '../../../support/looks.ts';
import { renderScreen } from '../../../support/render.tsx';

const fromLink = aUser({ email: standInEmail('2348030000000') });
hurryLooks();

test('a player from a link is asked once for their age, and may leave it', async () => {
  const { unmount } = renderScreen(<AgeSheet player={fromLink} />);
  await screen.findByRole('dialog', { name: 'Are you 18 or older?' });
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();
  renderScreen(<AgeSheet player={fromLink} />);
  await twoLooks();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the answer is the date of birth, on the profile', async () => {
  renderScreen(<AgeSheet player={fromLink} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Enter my date of birth' }));
  await screen.findByText('At /profile');
});

test.each([
  ['who signed up themselves', aUser()],
  ['whose date of birth is known', { ...fromLink, dob: '1998-03-14' }],
  ['of an API that tells no email', aUser({ email: null })],
])('a player %s is not asked', async (_who, player) => {
  renderScreen(<AgeSheet player={player} />);
  await twoLooks();
  expect(screen.queryByRole('dialog')).toBeNull();
});
