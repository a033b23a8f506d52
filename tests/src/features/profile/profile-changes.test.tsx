import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEntries } from '../../../../src/outbox/store.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { atNoon, field, fillIn, open, taken, update, WITH_DOB } from './profile-form.tsx';

atNoon();

describe('a change that fails', () => {
  test.each([
    [422, 'name/invalid', 'Choose another nickname.'],
    [422, 'dob/invalid', 'This is no date of birth.'],
    [422, 'email/invalid', 'This is no email.'],
    [500, 'server/error', 'Something went wrong on our side. Please try again.'],
  ])('with %i %s says what the server says, and keeps its key', async (status, code, message) => {
    const seen = answer('put', 'user', { status, code, message }, taken());
    open();
    await userEvent.type(field('Nickname'), 'eze');
    await update();
    await screen.findByText(message);
    expect(field('Nickname').value).toBe('Adaeze');
    await update();
    await screen.findByText('Profile updated');
    const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
  });

  test('because another phone set the date of birth keeps the rest, and the fields go', async () => {
    const message = 'Your date of birth is set.';
    const seen = answer(
      'put',
      'user',
      { status: 409, code: 'profile/fixed', message },
      taken(aUser({ ...WITH_DOB, name: 'Queen' })),
    );
    open();
    await userEvent.clear(field('Nickname'));
    await userEvent.type(field('Nickname'), 'Queen');
    await fillIn();
    await update();
    await screen.findByText(message);
    expect(seen[1]?.body).toEqual({ name: 'Queen' });
    expect(screen.queryByRole('textbox', { name: 'Day' })).toBeNull();
    expect(currentSession().user).toMatchObject({ name: 'Queen' });
  });
});

describe('a change without a line', () => {
  test('waits, is shown as waiting, and is sent once', async () => {
    const goOnline = goOffline();
    const seen = answer('put', 'user', 'no answer', taken(aUser({ name: 'Queen' })));
    open();
    await userEvent.clear(field('Nickname'));
    await userEvent.type(field('Nickname'), 'Queen');
    await update();
    await screen.findByText('Saved. We will send it when you are back online');
    await screen.findByText('Your changes wait to be sent');
    expect(field('Nickname').value).toBe('Queen');
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    goOnline();
    await screen.findByText('Profile updated');
    await vi.waitFor(() => expect(screen.queryByText('Your changes wait to be sent')).toBeNull());
    expect(seen[1]?.headers.get('Idempotency-Key')).toBe(seen[0]?.headers.get('Idempotency-Key'));
    expect(await readEntries()).toEqual([]);
    expect(currentSession().user).toMatchObject({ name: 'Queen' });
  });

  test('that the server refuses comes back to be changed', async () => {
    const goOnline = goOffline();
    const refusal: Answer = { status: 422, code: 'name/invalid', message: 'Not that name.' };
    answer('put', 'user', 'no answer', refusal, taken());
    const { unmount } = open();
    await userEvent.type(field('Nickname'), 'eze');
    await update();
    await screen.findByText('Your changes wait to be sent');
    goOnline();
    await screen.findByText('Your changes were not saved');
    unmount();
    open();
    await screen.findByText('Your changes were not saved');
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(field('Nickname').value).toBe('Adaeze');
    await update();
    await screen.findByText('Profile updated');
    await vi.waitFor(async () => expect(await readEntries()).toEqual([]));
  });

  test('on a phone that cannot store it asks to keep the game open', async () => {
    goOffline();
    answer('put', 'user', 'no answer');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());
    open();
    await update();
    await screen.findByText(/cannot save your changes. Keep the game open/);
  });
});
