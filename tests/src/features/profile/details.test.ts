import { describe, expect, test } from 'vitest';
import { dobOf } from '../../../../src/components/birth-date-field.tsx';
import {
  type Details,
  openDetails,
  readDetails,
} from '../../../../src/features/profile/details.tsx';
import { aUser, NOON } from '../../../support/builders.ts';

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
