import { expect, test } from 'vitest';
import { readLinkPhone } from '../../../../src/features/sign-in/phone.ts';

const STORED = '2348030000055';

test.each([
  '2348030000055',
  '+2348030000055',
  // A plus in a query is a space.
  ' 2348030000055',
  '002348030000055',
  '08030000055',
  '8030000055',
  '٠٨٠٣٠٠٠٠٠٥٥',
  '0803 000 0055',
  '0803-000-0055',
  '0803\u2011000\u20110055',
  '0803\u00a0000\u00a00055',
  '(0803) 000.0055',
  '+234 (0) 803-000-0055',
  '+234 803 000 0055',
  '+234 0803 000 0055',
  '234-803-000-0055',
  // As a phone book copies it, with direction marks.
  '\u202a+234 803 000 0055\u202c',
])('%j is the number that a field reads in it', (given) => {
  expect(readLinkPhone(given)).toBe(STORED);
});

test.each([
  '',
  ' ',
  '+',
  '0803000005',
  '080300000551',
  '23480300000551',
  '+234 803 000 005',
  '+233 803 000 0055',
  '01 234 5678',
  '0803 000 0055 ext 1',
  'tel:08030000055',
  '<b>08030000055</b>',
  '0803_000_0055',
  '0803 000 0055 дом',
  'é08030000055',
  `${'('.repeat(40)}08030000055`,
  '08030000055,08030000056',
])('%j is nobody’s number', (given) => {
  expect(readLinkPhone(given)).toBeNull();
});
