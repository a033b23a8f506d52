import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTicketCode, TICKET_CODE_COUNT, ticketCode } from '../../../src/rules/ticket-code.ts';

const number = fc.integer({ min: 0, max: TICKET_CODE_COUNT - 1 });

test('a code has no letter that looks like another one', () => {
  fc.assert(
    fc.property(number, (of) => {
      expect(ticketCode(of)).toMatch(/^FOM-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-\d\d$/);
    }),
  );
});

test('there are codes for centuries of a million players with a hundred tickets a month', () => {
  expect(TICKET_CODE_COUNT).toBeGreaterThan(500 * 12 * 1_000_000 * 100);
});

test('different numbers have different codes', () => {
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(ticketCode(one) === ticketCode(other)).toBe(one === other);
    }),
  );
  expect([0, 1, 30, 31, TICKET_CODE_COUNT - 1].map(ticketCode)).toEqual([
    'FOM-2222-2222-98',
    'FOM-2222-2223-95',
    'FOM-2222-222Z-08',
    'FOM-2222-2232-05',
    'FOM-ZZZZ-ZZZZ-12',
  ]);
});

test('a code is read however it is typed', () => {
  const code = ticketCode(123_456_789);
  const arabic = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ''), ` ${code} `, arabic])
    expect(readTicketCode(typed)).toBe(code);
});

test('one wrong sign, or two that changed places, make it no code', () => {
  fc.assert(
    fc.property(number, fc.nat(12), fc.constantFrom(...'2345678BCDEFGHMNPQ'), (of, at, sign) => {
      const signs = ticketCode(of).replaceAll('-', '').split('');
      const wrong = signs.with(at, sign).join('');
      expect(readTicketCode(wrong)).toBe(wrong === signs.join('') ? ticketCode(of) : null);
    }),
  );
  fc.assert(
    fc.property(number, fc.integer({ min: 3, max: 9 }), (of, at) => {
      const signs = ticketCode(of).replaceAll('-', '').split('');
      const [one = '', other = ''] = signs.slice(at, at + 2);
      const wrong = signs
        .with(at, other)
        .with(at + 1, one)
        .join('');
      expect(readTicketCode(wrong)).toBe(one === other ? ticketCode(of) : null);
    }),
  );
});

test.each(['', 'FOM', 'FOM-2222-2222', 'FOM-2222-2222-9', 'XOM-2222-2222-98', 'FOM-OOOO-2222-98'])(
  '%j is no code',
  (typed) => {
    expect(readTicketCode(typed)).toBeNull();
  },
);
