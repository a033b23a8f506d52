import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, onTestFinished, vi } from 'vitest';
import { OutboxHost } from '../../../../src/app/outbox-host.tsx';
import { ProfilePage } from '../../../../src/features/profile/profile-page.tsx';
import { profileChangesAtom } from '../../../../src/outbox/schedule.ts';
import { store } from '../../../../src/session/session.ts';
import { aUser, NOON } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

export const WITH_DOB = { dob: '1998-03-14', gender: 'female', state: 'Lagos', city: 'Ikeja' };

/** Signed in, at noon of a fixed day, with nothing unsent. */
export function atNoon(): void {
  beforeEach(() => {
    signIn();
    store.set(profileChangesAtom, []);
    answer('get', 'banks', { data: { bank: null } });
    vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
  });
}

export function open() {
  return renderScreen(
    <>
      <OutboxHost />
      <ProfilePage />
    </>,
    { path: '/profile', at: '/profile' },
  );
}

export const taken = (user = aUser()): Answer => ({ raw: JSON.stringify(updated(user)) });
export const updated = (user = aUser()) => ({
  status: true,
  data: user,
  message: 'Profile updated',
});
export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
export const list = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });
export const update = () => userEvent.click(screen.getByRole('button', { name: 'Update' }));

export async function typeDob(text: string) {
  await userEvent.click(field('Day'));
  await userEvent.keyboard(text);
}

export async function fillIn() {
  await typeDob('14031998');
  await userEvent.selectOptions(await list('Gender'), 'Female');
  await userEvent.selectOptions(await list('State'), 'Lagos');
  await userEvent.selectOptions(await list('City'), 'Ikeja');
}
