import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEntries } from '../../../../src/outbox/store.ts';
import { standInEmail } from '../../../../src/rules/players.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer, held } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { signIn } from '../../../support/render.tsx';
import {
  atNoon,
  field,
  fillIn,
  list,
  open,
  taken,
  typeDob,
  update,
  updated,
  WITH_DOB,
} from './profile-form.tsx';

describe('the page', () => {
  atNoon();

  describe('the first time', () => {
    test('keeps all that was filled in, and says what the server says', async () => {
      const seen = answer('put', 'user', taken(aUser({ ...WITH_DOB, name: 'Queen' })));
      open();
      await userEvent.clear(field('Nickname'));
      await userEvent.type(field('Nickname'), 'Queen');
      await fillIn();
      await update();
      await screen.findByText('Profile updated');
      expect(seen[0]?.body).toEqual({ name: 'Queen', ...WITH_DOB });
      expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
      expect(seen[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
      expect(currentSession().user).toMatchObject({ name: 'Queen', dob: '1998-03-14' });
      // They are stored once, and nothing can be changed.
      for (const name of ['Day', 'Month', 'Year']) {
        expect(screen.queryByRole('textbox', { name })).toBeNull();
      }
      expect(screen.queryByRole('combobox')).toBeNull();
    });

    test('asks for no more than a nickname, and sends no more', async () => {
      const seen = answer('put', 'user', taken());
      open();
      await update();
      await screen.findByText('Profile updated');
      expect(seen[0]?.body).toEqual({ name: 'Ada' });
      // The same again, after it was stored, is another change.
      await update();
      await vi.waitFor(() => expect(seen).toHaveLength(2));
      const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'));
      expect(keys[1]).not.toBe(keys[0]);
    });

    test('cannot be changed while it is being saved', async () => {
      const { answer: late, release } = held({ raw: JSON.stringify(updated(aUser(WITH_DOB))) });
      answer('put', 'user', late);
      open();
      await fillIn();
      await update();
      const places = ['Nickname', 'Day', 'Month', 'Year'];
      expect(places.map((name) => field(name).readOnly)).toEqual([true, true, true, true]);
      await release();
      await screen.findByText('Profile updated');
    });

    test('names each fault beside its field, and the keyboard goes to the first', async () => {
      open();
      await userEvent.clear(field('Nickname'));
      await typeDob('1403');
      await list('State');
      await update();
      for (const text of [
        'Enter a nickname',
        'Enter day, month and year, like 14 / 03 / 1998',
        'Choose your state',
      ]) {
        expect(screen.getByText(text)).toBeTruthy();
      }
      expect(document.activeElement).toBe(field('Nickname'));
      await userEvent.type(field('Year'), '1998');
      expect(screen.queryByText(/Enter day, month/)).toBeNull();
    });
  });

  describe('the nickname', () => {
    test('counts its letters and stops at ten', async () => {
      open();
      expect(screen.getByText('3 of 10')).toBeTruthy();
      await userEvent.type(field('Nickname'), ' the Great One');
      expect(field('Nickname').value).toBe('Ada the Gr');
      expect(screen.getByText('10 of 10')).toBeTruthy();
    });
  });

  test('what was typed outlives a killed tab, and goes when it is saved', async () => {
    const saved = { ...aUser(), name: 'Ngozi', dob: '1998-03-14' };
    answer('put', 'user', taken(saved));
    const { unmount } = open();
    await userEvent.clear(field('Nickname'));
    await userEvent.type(field('Nickname'), 'Ngozi');
    await fillIn();
    unmount();
    open();
    const places = ['Nickname', 'Day', 'Month', 'Year'];
    expect(places.map((name) => field(name).value)).toEqual(['Ngozi', '14', '03', '1998']);
    expect((await list('City')).value).toBe('Ikeja');
    await update();
    await screen.findByText('Profile updated');
    expect(sessionStorage.getItem('fom-drafts')).toBeNull();
  });

  describe('the email', () => {
    test('is asked for where the present one is a stand-in', async () => {
      signIn(aUser({ email: standInEmail('2348030000000') }));
      const seen = answer('put', 'user', taken());
      open();
      await userEvent.type(field('Email'), 'ada@example');
      await update();
      expect(screen.getByText('Enter an email like ada@example.com')).toBeTruthy();
      await userEvent.type(field('Email'), '.com');
      await update();
      await screen.findByText('Profile updated');
      expect(seen[0]?.body).toEqual({ name: 'Ada', email: 'ada@example.com' });
      expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull();
    });

    test('is not asked for from somebody who gave one', () => {
      open();
      expect(screen.queryByRole('textbox', { name: 'Email' })).toBeNull();
    });
  });

  describe('the date of birth', () => {
    test.each([
      ['14031998', ['14', '03', '1998']],
      ['4/3/1998', ['4', '3', '1998']],
      ['431998', ['4', '3', '1998']],
      ['14.3.1998', ['14', '3', '1998']],
      ['1/2/1998', ['1', '2', '1998']],
      ['١٤٠٣١٩٩٨', ['14', '03', '1998']],
      ['۴/۳/۱۹۹۸', ['4', '3', '1998']],
    ])('typed as %s moves on by itself', async (typed, parts) => {
      open();
      await typeDob(typed);
      expect(['Day', 'Month', 'Year'].map((name) => field(name).value)).toEqual(parts);
      expect(document.activeElement).toBe(field('Year'));
    });

    test('goes back by the delete key', async () => {
      open();
      await typeDob('1403{Backspace}');
      expect(document.activeElement).toBe(field('Month'));
    });

    test('of somebody under 18 says at once from when they are paid, and stops nothing', async () => {
      const seen = answer('put', 'user', taken(aUser({ ...WITH_DOB, dob: '2009-03-14' })));
      open();
      await typeDob('14032009');
      expect(screen.getByText('Under 18: we cannot pay you yet')).toBeTruthy();
      expect(screen.getByText(/open for you on Sun 14 Mar 2027\./)).toBeTruthy();
      await userEvent.selectOptions(await list('State'), 'Lagos');
      await userEvent.selectOptions(await list('City'), 'Ikeja');
      await update();
      await screen.findByText('Profile updated');
      expect(seen[0]?.body).toMatchObject({ dob: '2009-03-14', gender: 'not specified' });
    });

    test('of an adult, or one that is not complete, says nothing', async () => {
      open();
      await typeDob('1403200');
      expect(screen.queryByText(/Under 18/)).toBeNull();
      await userEvent.keyboard('8');
      expect(screen.queryByText(/Under 18/)).toBeNull();
    });

    test('born on 29 February waits for 1 March', async () => {
      open();
      await typeDob('29022012');
      expect(screen.getByText(/open for you on Fri 1 Mar 2030\./)).toBeTruthy();
    });
  });

  describe('the city', () => {
    test('follows the state, and is asked for again with another one', async () => {
      open();
      const city = await list('City');
      expect(city.disabled).toBe(true);
      expect(city.selectedOptions[0]?.textContent).toBe('Choose a state first');
      await userEvent.selectOptions(await list('State'), 'Lagos');
      await userEvent.selectOptions(city, 'Ikeja');
      await userEvent.selectOptions(await list('State'), 'Kano');
      expect(city.value).toBe('');
      expect(screen.queryByRole('option', { name: 'Ikeja' })).toBeNull();
      expect(screen.getByRole('option', { name: 'Dala' })).toBeTruthy();
      await typeDob('14031998');
      await update();
      expect(screen.getByText('Choose your city')).toBeTruthy();
    });
  });

  describe('the second time', () => {
    test('shows the nickname alone', () => {
      signIn(aUser(WITH_DOB));
      open();
      expect(screen.getAllByRole('textbox')).toEqual([field('Nickname')]);
      expect(screen.queryByText(/one time/)).toBeNull();
      expect(screen.getByText('0803 000 0000')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'My data' })).toBeTruthy();
    });
  });
});

describe('a profile changed elsewhere', () => {
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
});
