import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { dobOf } from '../../../../src/components/birth-date-field.tsx';
import {
  type Details,
  openDetails,
  readDetails,
  saveProfile,
} from '../../../../src/features/profile/details.tsx';
import { readEntries } from '../../../../src/outbox/store.ts';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { aUser, NOON } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';

const WHOLE: Details = {
  name: 'Ada',
  email: '',
  day: '14',
  month: '3',
  year: '1998',
  gender: 'female',
  state: 'Lagos',
  city: 'Ikeja',
};

const EMPTY: Details = openDetails({ name: 'Ada' });

const read = (change: Partial<Details>, from = WHOLE) =>
  readDetails({ ...from, ...change }, aUser(), NOON);

describe('what is read from the form', () => {
  test('is all of it, the date as a day', () => {
    expect(read({})).toEqual({
      change: { name: 'Ada', dob: '1998-03-14', gender: 'female', state: 'Lagos', city: 'Ikeja' },
    });
  });

  test('is the nickname alone as long as the rest is empty', () => {
    expect(read({}, EMPTY)).toEqual({ change: { name: 'Ada' } });
  });

  test('is the nickname alone where a date of birth is kept', () => {
    const player = aUser({ dob: '1998-03-14' });
    expect(readDetails(WHOLE, player, NOON)).toEqual({ change: { name: 'Ada' } });
  });

  test('is the email only where the kept one stands in for it', () => {
    const typed = { ...EMPTY, email: ' ada@example.com ' };
    expect(readDetails(typed, aUser(), NOON)).toEqual({ change: { name: 'Ada' } });
    const fromLink = aUser({ email: '2348030000000@phone.invalid' });
    expect(readDetails(typed, fromLink, NOON)).toEqual({
      change: { name: 'Ada', email: 'ada@example.com' },
    });
  });

  test('somebody under 18 is not refused', () => {
    expect(read({ year: '2012' })).toMatchObject({ change: { dob: '2012-03-14' } });
  });
});

describe('a fault', () => {
  test.each<[string, Partial<Details>, object]>([
    ['no nickname', { name: '  ' }, { name: 'Enter a nickname' }],
    ['markup', { name: '<b>' }, { name: expect.stringContaining('but not < > & or "') }],
    ['half a date', { month: '' }, { dob: 'Enter day, month and year, like 14 / 03 / 1998' }],
    ['30 February', { day: '30', month: '2' }, { dob: expect.stringContaining('Check day') }],
    ['a year to come', { year: '2098' }, { dob: expect.stringContaining('Check day') }],
    ['no state', { state: '', city: '' }, { state: 'Choose your state', city: 'Choose your city' }],
    ['no city', { city: '' }, { city: 'Choose your city' }],
    ['a state without a date', { day: '', month: '', year: '' }, { dob: expect.any(String) }],
  ])('%s is named at its field', (_what, change, faults) => {
    expect(read(change)).toEqual({ faults });
  });

  test('an email that is none is named', () => {
    const player = aUser({ email: '2348030000000@phone.invalid' });
    expect(readDetails({ ...EMPTY, email: 'ada' }, player, NOON)).toEqual({
      faults: { email: 'Enter an email like ada@example.com' },
    });
  });
});

test('the date is complete with four digits of the year', () => {
  expect(dobOf({ day: '1', month: '2', year: '199' })).toBeNull();
  expect(dobOf({ day: '1', month: '2', year: '1999' })).toBe('1999-02-01');
});

test('the form opens with what still waits to be sent', () => {
  const waiting = { name: 'Queen', dob: '1998-03-14', state: 'Kano', city: 'Dala' };
  expect(openDetails({ name: 'Ada' }, waiting)).toMatchObject({
    name: 'Queen',
    day: '14',
    month: '03',
    year: '1998',
    state: 'Kano',
    city: 'Dala',
  });
});

describe('saving details', () => {
  const KEY = 'b2c6f6f0-0000-4000-8000-000000000001';

  const PLAYER = aUser().id;

  const QUEEN = { name: 'Queen' };

  beforeEach(() => signIn());

  test('a change that got no answer waits under the key that it was sent with', async () => {
    const seen = answer('put', 'user', 'no answer');
    expect(await saveProfile(QUEEN, PLAYER, KEY)).toEqual({ state: 'saved' });
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe(KEY);
    expect(await readEntries()).toMatchObject([{ key: KEY, change: QUEEN, ownerId: PLAYER }]);
  });

  test('a change that its first sending is still at work on waits under the same key', async () => {
    answer('put', 'user', { status: 409, code: 'idempotency/running' });
    expect(await saveProfile(QUEEN, PLAYER, KEY)).toEqual({ state: 'saved' });
    expect(await readEntries()).toMatchObject([{ key: KEY }]);
  });

  test('a phone that knows it has no network asks nobody', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => online.mockRestore());
    const seen = answer('put', 'user', 'no answer');
    expect(await saveProfile(QUEEN, PLAYER, KEY)).toEqual({ state: 'saved' });
    expect(await readEntries()).toMatchObject([{ change: QUEEN }]);
    expect(seen).toEqual([]);
  });

  test('of a player who signed out meanwhile nothing is kept', async () => {
    const { answer: later, release } = held('no answer');
    const seen = answer('put', 'user', later);
    const saving = saveProfile(QUEEN, PLAYER, KEY);
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    updateSession(DEFAULT_SESSION);
    void release();
    await expect(saving).rejects.toMatchObject({ status: 401 });
    expect(await readEntries()).toEqual([]);
  });

  test('a refusal is thrown, and waits for nothing', async () => {
    answer('put', 'user', { status: 422, code: 'name/invalid', message: 'Not that name.' });
    await expect(saveProfile(QUEEN, PLAYER, KEY)).rejects.toMatchObject({
      message: 'Not that name.',
    });
    expect(await readEntries()).toEqual([]);
  });
});
