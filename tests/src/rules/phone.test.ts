import { describe, expect, test } from 'vitest';
import {
  formatPhone,
  isNigerianMobile,
  isStoredPhone,
  PHONE_FORM_MESSAGE,
  PHONE_LENGTH_MESSAGE,
  readTypedPhone,
  to234Form,
  toZeroForm,
} from '../../../src/rules/phone.ts';

describe('the 0-form of what is typed or pasted', () => {
  test.each([
    ['08030000000', '08030000000'],
    ['0803 000 0000', '08030000000'],
    ['0803-000-0000', '08030000000'],
    ['+234 803 000 0000', '08030000000'],
    ['+234 (0)803 000 0000', '08030000000'],
    ['234 803 000 0000', '08030000000'],
    ['00234 803 000 0000', '08030000000'],
    ['803 000 0000', '08030000000'],
    ['08030000000123', '08030000000'],
    ['٠٨٠٣٠٠٠٠٠٠٠', '08030000000'],
    ['+۲۳۴ ۸۰۳ ۰۰۰ ۰۰۰۰', '08030000000'],
    ['0803', '0803'],
    ['803', '803'],
    ['', ''],
  ])('%j is %j', (typed, digits) => {
    expect(toZeroForm(typed)).toBe(digits);
  });

  test.each(['2348030000000', '8030000000'])('typed digit by digit: %s', (typed) => {
    const digits = [...typed].reduce((before, digit) => toZeroForm(before + digit), '');
    expect(digits).toBe('08030000000');
  });
});

describe('a typed number', () => {
  test.each([
    ['08030000000', '2348030000000'],
    ['8030000000', '2348030000000'],
    ['803 000 0000', '2348030000000'],
    ['07011112222', '2347011112222'],
    ['09151112222', '2349151112222'],
    ['٠٨٠٣ ٠٠٠ ٠٠٠٠', '2348030000000'],
    ['۰۸۰۳۰۰۰۰۰۰۰', '2348030000000'],
    ['０８０３０００００００', '2348030000000'],
    ['०८०३०००००००', '2348030000000'],
    ['০৮০৩০০০০০০০', '2348030000000'],
    ['𞥐𞥘𞥐𞥓𞥐𞥐𞥐𞥐𞥐𞥐𞥐', '2348030000000'],
    ['0803 ٠٠٠ 0000', '2348030000000'],
  ])('%s is kept as %s', (typed, phone) => {
    expect(readTypedPhone(typed)).toEqual({ phone });
  });

  test.each([
    ['', 'nothing'],
    ['803000000', '9 digits'],
    ['080300000000', '12 digits'],
    ['0803000000a', 'a letter'],
    ['+2348030000', 'a plus'],
  ])('%j (%s) is refused for its length', (typed) => {
    expect(readTypedPhone(typed)).toEqual({ message: PHONE_LENGTH_MESSAGE });
  });

  test.each([
    ['06030000000', 'starts with 06'],
    ['08230000000', 'has a 2 where 0 or 1 belongs'],
    ['4479111234', 'a foreign prefix'],
    ['23480300000', 'a country code and too few digits'],
    ['80300000001', '11 digits without the leading 0'],
  ])('%s (%s) is refused for its form', (typed) => {
    expect(readTypedPhone(typed)).toEqual({ message: PHONE_FORM_MESSAGE });
  });

  test('the message is the one players know', () => {
    expect(PHONE_LENGTH_MESSAGE).toBe('Phone number must be 10 or 11 digits');
  });
});

test('the 234 form: a leading 0 becomes 234, a leading 2 is kept, 234 goes before the rest', () => {
  expect(to234Form('08030000000')).toBe('2348030000000');
  expect(to234Form('2348030000000')).toBe('2348030000000');
  expect(to234Form('8030000000')).toBe('2348030000000');
});

describe('the phone helper', () => {
  test.each([
    '08030000000',
    '8030000000',
    8030000000,
    '0803 000 0000',
    '080300000000',
    '07131112222',
  ])('%s is a Nigerian mobile', (value) => expect(isNigerianMobile(value)).toBe(true));

  test.each(['', '0803', '0603000000', '0803000000', '0803-000-0000', 12])('%s is none', (value) =>
    expect(isNigerianMobile(value)).toBe(false),
  );
});

test('a phone as links bring it has 13 digits', () => {
  expect(isStoredPhone('2348030000000')).toBe(true);
  expect(isStoredPhone('08030000000')).toBe(false);
  expect(isStoredPhone('234803000000')).toBe(false);
  expect(isStoredPhone('2348030000000<')).toBe(false);
});

test('a stored phone is shown as players write it', () => {
  expect(formatPhone('2348030000055')).toBe('0803 000 0055');
  expect(formatPhone('+1 555')).toBe('+1 555');
});
