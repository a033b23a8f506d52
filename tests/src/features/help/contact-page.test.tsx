import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ContactPage, sendContact } from '../../../../src/features/help/contact-page.tsx';
import { messagesAtom } from '../../../../src/outbox/schedule.ts';
import { putEntry, readEntries } from '../../../../src/outbox/store.ts';
import { standInEmail } from '../../../../src/rules/players.ts';
import {
  currentSession,
  DEFAULT_SESSION,
  store,
  updateSession,
  usePlayer,
} from '../../../../src/session/session.ts';
import { aMessage, aUser } from '../../../support/builders.ts';
import { type Answer, answer, held } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
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

describe('contact page', () => {
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
      expect(seen[0]?.body).toMatchObject({
        subject: '<b>محمد</b>',
        message: 'Line one\nline two',
      });
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
});

test('a message without an answer is not kept for who has signed out meanwhile', async () => {
  signIn();
  const late = held('no answer');
  const calls = answer('post', '/api/v1/contact', late.answer);
  const email = 'ada@example.com';
  const message = { email, phone: '08030000000', subject: 'Cash', message: 'When?', type: 'x' };
  const sending = sendContact(message, aUser().id, 'a-key').catch((error) => error);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  updateSession(DEFAULT_SESSION);
  void late.release();
  expect(await sending).toMatchObject({ status: 401 });
  expect(await readEntries()).toEqual([]);
});

describe('a message without network', () => {
  withoutMessages();

  /** A message that the server refused, moved into the form. */
  async function editRefused() {
    await putEntry(aMessage({ refusal: { code: 'x', message: 'Too long.' } }));
    const rendered = open();
    await screen.findByText('Not sent: My cash');
    expect(screen.getByText('Too long.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    return rendered;
  }

  test('is saved, the player is told, and it is sent once when the network is back', async () => {
    const goOnline = goOffline();
    const seen = answer('post', CONTACT, 'no answer', taken);
    open();
    await screen.findByText('No network');
    await fillIn();
    await send();
    await screen.findByText('Saved. We will send it when you are back online');
    await screen.findByText('1 message waiting to send');
    expect(typed()).toEqual(['ada@example.com', '8030000000', '', '']);

    await vi.waitFor(() => expect(seen).toHaveLength(1));
    goOnline();
    await screen.findByText('Email sent successfully');
    await vi.waitFor(() => expect(screen.queryByText('1 message waiting to send')).toBeNull());
    expect(seen).toHaveLength(2);
    expect(seen[1]?.headers.get('Idempotency-Key')).toBe(seen[0]?.headers.get('Idempotency-Key'));
    expect(await readEntries()).toEqual([]);
  });

  test('whose reply was lost goes on in the outbox under the same key', async () => {
    const seen = answer('post', CONTACT, 'no answer', taken);
    open();
    await fillIn();
    await send();
    await screen.findByText('Saved. We will send it when you are back online');
    await screen.findByText('Email sent successfully');
    expect(seen).toHaveLength(2);
    expect(seen[1]?.headers.get('Idempotency-Key')).toBe(seen[0]?.headers.get('Idempotency-Key'));
  });

  test('on a phone that cannot store it asks to keep the game open', async () => {
    goOffline();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());
    answer('post', CONTACT, 'no answer', taken);
    open();
    await fillIn();
    await send();
    await screen.findByText(/cannot save your message. Keep the game open/);
    await screen.findByText('1 message waiting to send');
    put.mockRestore();
    dispatchEvent(new Event('online'));
    await screen.findByText('Email sent successfully');
  });

  test('that the server refused comes back to be changed, the keyboard at its subject', async () => {
    await editRefused();
    expect(typed()).toEqual(['ada@example.com', '8030000000', 'My cash', 'When does it come?']);
    expect(document.activeElement).toBe(field('Subject'));
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  test('that is being changed is still there after a reload', async () => {
    const { unmount } = await editRefused();
    await userEvent.type(field('Message'), ' Please.');
    unmount();
    open();
    await screen.findByText('Not sent: My cash');
    expect(typed()[3]).toBe('When does it come? Please.');
    answer('post', CONTACT, taken);
    await send();
    await screen.findByText('Email sent successfully');
    await waitFor(() => expect(screen.queryByText('Not sent: My cash')).toBeNull());
  });

  test('that was changed goes once it is sent', async () => {
    answer('post', CONTACT, { status: 500, code: 'server/error' }, taken);
    await editRefused();
    await send();
    await screen.findByText('Network error');
    expect(await readEntries()).toHaveLength(1);
    await send();
    await screen.findByText('Email sent successfully');
    await vi.waitFor(() => expect(screen.queryByText('Not sent: My cash')).toBeNull());
    expect(await readEntries()).toEqual([]);
  });

  test('that was changed goes once the new one waits in its place', async () => {
    goOffline();
    answer('post', CONTACT, 'no answer');
    await editRefused();
    await userEvent.type(field('Message'), ' Please.');
    await send();
    await screen.findByText('1 message waiting to send');
    await vi.waitFor(() => expect(screen.queryByText('Not sent: My cash')).toBeNull());
    expect(await readEntries()).toMatchObject([
      { refusal: null, message: { message: 'When does it come? Please.' } },
    ]);
  });

  test('whose change was given up stays when another one is sent', async () => {
    answer('post', CONTACT, taken);
    await editRefused();
    await userEvent.clear(field('Subject'));
    await userEvent.clear(field('Message'));
    await fillIn();
    await send();
    await screen.findByText('Email sent successfully');
    expect(screen.getByText('Not sent: My cash')).toBeTruthy();
    expect(await readEntries()).toHaveLength(1);
  });

  test('that comes back replaces nothing that is being typed', async () => {
    await putEntry(aMessage({ refusal: { code: 'x', message: 'Too long.' } }));
    open();
    await screen.findByRole('button', { name: 'Edit' });
    await userEvent.type(field('Subject'), 'Another');
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  test('is not shown to another player', async () => {
    await putEntry(aMessage({ ownerId: 'player-2', refusal: { code: 'x', message: 'No.' } }));
    open();
    await vi.waitFor(() => expect(store.get(messagesAtom)).toHaveLength(1));
    expect(screen.queryByText(/Not sent/)).toBeNull();
  });
});
