import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach } from 'vitest';
import { OutboxHost } from '../../../../src/app/outbox-host.tsx';
import { ContactPage } from '../../../../src/features/help/contact-page.tsx';
import { messagesAtom } from '../../../../src/outbox/schedule.ts';
import { store } from '../../../../src/session/session.ts';
import type { Answer } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

export const CONTACT = '/api/v1/contact';
export const taken = { data: null } satisfies Answer;

/** Signed in, with no unsent message. */
export function withoutMessages(): void {
  beforeEach(() => {
    signIn();
    store.set(messagesAtom, []);
  });
}

export function open() {
  return renderScreen(
    <>
      <OutboxHost />
      <ContactPage />
    </>,
    { path: '/contact', at: '/contact' },
  );
}

export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
export const typed = () =>
  ['Email', 'Phone number', 'Subject', 'Message'].map((name) => field(name).value);
export const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

export async function fillIn() {
  await userEvent.type(field('Subject'), 'My cash');
  await userEvent.type(field('Message'), 'When does it come?');
}
