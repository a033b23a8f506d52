import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { messagesAtom } from '../../../../src/outbox/schedule.ts';
import { putEntry, readEntries } from '../../../../src/outbox/store.ts';
import { store } from '../../../../src/session/session.ts';
import { aMessage } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
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

/** A message that the server refused, moved into the form. */
async function editRefused() {
  await putEntry(aMessage({ refusal: { code: 'x', message: 'Too long.' } }));
  const rendered = open();
  await screen.findByText('Not sent: My cash');
  expect(screen.getByText('Too long.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  return rendered;
}

describe('a message without network', () => {
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
