import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ContactPage } from '../../../../src/features/help/contact-page.tsx';
import { readEntries } from '../../../../src/outbox/store.ts';
import { standInEmail } from '../../../../src/rules/players.ts';
import { currentSession, usePlayer } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer, held } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';
import {
  CONTACT,
  field,
  fillIn,
  open,
  send,
  taken,
  typed,
  withoutMessages,
} from './contact-form.tsx';

withoutMessages();

describe('Contact Us', () => {
  test('asks a player for an email who came by a link and never gave one', () => {
    signIn(aUser({ email: standInEmail('2348030000000') }));
    open();
    expect(field('Email').value).toBe('');
  });

  test('opens with email and phone of the player', () => {
    open();
    expect(typed()).toEqual(['ada@example.com', '8030000000', '', '']);
    for (const name of ['Email', 'Phone number', 'Subject', 'Message']) {
      expect(field(name).required).toBe(true);
    }
  });

  test('is empty for a player without an email', () => {
    signIn(aUser({ email: null, phone: null }));
    open();
    expect(typed()).toEqual(['', '', '', '']);
  });

  test('sends what was typed, says so and is cleared', async () => {
    const seen = answer('post', CONTACT, taken);
    open();
    await fillIn();
    await send();
    await screen.findByText('Email sent successfully');
    expect(seen[0]?.body).toEqual({
      email: 'ada@example.com',
      phone: '2348030000000',
      subject: 'My cash',
      message: 'When does it come?',
      type: 'contact',
    });
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
    expect(seen[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(typed()).toEqual(['ada@example.com', '8030000000', '', '']);
    expect(await readEntries()).toEqual([]);
  });

  test('what was typed outlives a killed tab, and goes when it is sent', async () => {
    answer('post', CONTACT, taken);
    const { unmount } = open();
    await fillIn();
    await userEvent.clear(field('Email'));
    await userEvent.type(field('Email'), 'ada@other.ng');
    unmount();
    open();
    expect(typed()).toEqual(['ada@other.ng', '8030000000', 'My cash', 'When does it come?']);
    await send();
    await screen.findByText('Email sent successfully');
    cleanup();
    open();
    expect(typed()).toEqual(['ada@example.com', '8030000000', '', '']);
    expect(sessionStorage.getItem('fom-drafts')).toBeNull();
  });

  test('a message whose tab was killed before the answer is sent again by its key', async () => {
    const { answer: late } = held({ data: null });
    const seen = answer('post', CONTACT, late, taken);
    const { unmount } = open();
    await fillIn();
    await send();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    unmount();
    open();
    await send();
    await screen.findByText('Email sent successfully');
    const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test.each<[string, Exclude<Answer, { until: unknown }>]>([
    ['sent', taken],
    ['handed to the outbox', 'no answer'],
  ])('a message that was %s after its player left is no draft any more', async (_what, reply) => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const seen = answer('post', CONTACT, { held: reply, until });
    const { unmount } = open();
    await fillIn();
    await send();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    unmount();
    expect(sessionStorage.getItem('fom-drafts')).toContain('My cash');
    resolve();
    await vi.waitFor(() => expect(sessionStorage.getItem('fom-drafts')).toBeNull());
    open();
    expect(typed()).toEqual(['ada@example.com', '8030000000', '', '']);
  });

  test('names each empty field beside it and goes to the first', async () => {
    open();
    await userEvent.clear(field('Email'));
    await userEvent.clear(field('Phone number'));
    await userEvent.type(field('Message'), '   ');
    await send();
    for (const text of [
      'Enter your email',
      'Enter your phone number',
      'Enter a subject',
      'Write your message',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(document.activeElement).toBe(field('Email'));
    await userEvent.type(field('Email'), 'a');
    expect(screen.queryByText('Enter your email')).toBeNull();
  });

  test.each([
    ['Email', 'ada.example.com', 'Enter an email like ada@example.com'],
    ['Phone number', '80300', 'Phone number must be 10 or 11 digits'],
    ['Phone number', '6030000000', 'Enter a Nigerian mobile number, like 0803 000 0000'],
  ])('names a faulty %s', async (name, text, message) => {
    open();
    await fillIn();
    await userEvent.clear(field(name));
    await userEvent.type(field(name), text);
    await send();
    expect(screen.getByText(message)).toBeTruthy();
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field(name));
  });

  test('sends markup and other scripts as they were typed', async () => {
    const seen = answer('post', CONTACT, taken);
    open();
    await userEvent.type(field('Subject'), '<b>محمد</b>');
    await userEvent.type(field('Message'), 'Line one{Enter}line two');
    await send();
    await screen.findByText('Email sent successfully');
    expect(seen[0]?.body).toMatchObject({ subject: '<b>محمد</b>', message: 'Line one\nline two' });
  });
});

describe('a message that fails', () => {
  test.each<[string, Answer]>([
    ['the server', { status: 500, code: 'server/error' }],
    ['a refusal', { status: 400, code: 'request/invalid' }],
    ['a limit', { status: 429, code: 'address/limit' }],
    ['a reply that is no reply', { raw: '<html></html>' }],
  ])('by %s says so and keeps what was typed', async (_what, reply) => {
    const seen = answer('post', CONTACT, reply, taken);
    open();
    await fillIn();
    await send();
    await screen.findByText('Network error');
    expect(typed()).toEqual(['ada@example.com', '8030000000', 'My cash', 'When does it come?']);
    expect(await readEntries()).toEqual([]);

    await send();
    await screen.findByText('Email sent successfully');
    const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  test('and is changed goes under another key', async () => {
    const seen = answer('post', CONTACT, { status: 500, code: 'server/error' }, taken);
    open();
    await fillIn();
    await send();
    await screen.findByText('Network error');
    await userEvent.type(field('Message'), ' Please.');
    await send();
    await screen.findByText('Email sent successfully');
    const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).not.toBe(keys[0]);
  });

  test('because the session is over signs the player out, and says nothing else', async () => {
    answer('post', CONTACT, { status: 401, code: 'session/required' });
    const Guarded = () => (usePlayer() ? <ContactPage /> : <p>Signed out</p>);
    renderScreen(<Guarded />, { path: '/contact', at: '/contact' });
    await fillIn();
    await send();
    await screen.findByText('Signed out');
    expect(currentSession().token).toBe('');
    expect(screen.queryByText('Network error')).toBeNull();
  });
});
