import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PENDING_KEY } from '../../../../src/config/storage-keys.ts';
import { hasPending } from '../../../../src/features/payments/has-pending.ts';
import { newReference } from '../../../../src/features/payments/order.tsx';
import {
  forgetPending,
  keepPending,
  readPending,
} from '../../../../src/features/payments/pending-payment.ts';
import { serverTime } from '../../../../src/lib/server-clock.ts';
import { DAY_MS } from '../../../../src/rules/calendar.ts';
import { NOON } from '../../../support/builders.ts';
import { CLOCKS_PUT, phoneAhead, replyAt } from '../../../support/phone-clock.ts';
import { aPayment } from './payments.ts';

const payment = aPayment({ startedAt: NOON });
const HOUR = 3_600_000;
const numbered = (number: number, parts = {}) =>
  aPayment({ reference: `FOM-${String(number).padStart(18, '0')}`, startedAt: NOON, ...parts });

beforeEach(() => replyAt(Date.now()));

describe('a payment that waits', () => {
  test('is found again by its player', () => {
    keepPending(payment);
    expect(hasPending()).toBe(true);
    expect(readPending('player-1', NOON + HOUR)).toEqual([payment]);
  });

  test("is nobody else's, and not a day old", () => {
    keepPending(payment);
    expect(readPending('player-2', NOON)).toEqual([]);
    expect(hasPending()).toBe(true);
    expect(readPending('player-1', NOON + 24 * HOUR)).toEqual([]);
    expect(hasPending()).toBe(false);
  });

  test('stays where another one that was kept is odd', () => {
    localStorage.setItem(PENDING_KEY, JSON.stringify([{ reference: 7 }, payment, null]));
    expect(readPending('player-1', NOON)).toEqual([payment]);
  });

  test('waits beside others, the oldest first, and is kept once', () => {
    keepPending(numbered(1));
    keepPending(numbered(2, { playerId: 'player-2' }));
    keepPending(numbered(3));
    keepPending(numbered(3, { windowSaid: 'closed' }));
    expect(readPending('player-1', NOON)).toEqual([
      numbered(1),
      numbered(3, { windowSaid: 'closed' }),
    ]);
  });

  test('is forgotten by its reference, and the others are not', () => {
    keepPending(numbered(1));
    keepPending(numbered(2));
    forgetPending('FOM-another');
    forgetPending(numbered(1).reference);
    expect(readPending('player-1', NOON)).toEqual([numbered(2)]);
    forgetPending(numbered(2).reference);
    expect(hasPending()).toBe(false);
  });

  test('is forgotten with all others at a logout', () => {
    keepPending(numbered(1));
    keepPending(numbered(2));
    forgetPending();
    expect(hasPending()).toBe(false);
  });

  test('gives way to newer ones from the eleventh on', () => {
    for (let number = 1; number <= 11; number += 1) keepPending(numbered(number));
    expect(readPending('player-1', NOON).map(({ reference }) => reference)).toEqual(
      Array.from({ length: 10 }, (_, index) => numbered(index + 2).reference),
    );
  });

  test.each(['[{"reference":1}]', '{"reference":1}', '<html>'])(
    'that is no payment (%s) is not read, and gone',
    (text) => {
      localStorage.setItem('fom-payment', text);
      expect(readPending('player-1', NOON)).toEqual([]);
      expect(hasPending()).toBe(false);
    },
  );

  test('is known to the page where the phone refuses to keep it', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    keepPending(payment);
    refuse.mockRestore();
    expect(hasPending()).toBe(true);
    expect(readPending('player-1', NOON)).toEqual([payment]);
    forgetPending(payment.reference);
    expect(hasPending()).toBe(false);
  });
});

describe('a reference', () => {
  test('is FOM- and 18 letters or digits, another each time', () => {
    const references = Array.from({ length: 200 }, newReference);
    for (const reference of references) expect(reference).toMatch(/^FOM-[A-Za-z0-9]{18}$/);
    expect(new Set(references).size).toBe(200);
  });
});

test.each(CLOCKS_PUT)(
  'a phone %i days ahead that is put %i ahead keeps what waits for a day',
  (before, after) => {
    phoneAhead(before);
    replyAt();
    const waits = aPayment({ startedAt: serverTime() });
    keepPending(waits);
    for (const days of [after, before]) {
      phoneAhead(days);
      expect(readPending('player-1', serverTime())).toEqual([waits]);
      replyAt();
      expect(readPending('player-1', serverTime())).toEqual([waits]);
    }
    phoneAhead(after, NOON + DAY_MS);
    replyAt(NOON + DAY_MS);
    expect(readPending('player-1', serverTime())).toEqual([]);
  },
);
