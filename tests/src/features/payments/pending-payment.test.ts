import { describe, expect, test, vi } from 'vitest';
import { hasPending } from '../../../../src/features/payments/has-pending.ts';
import {
  forgetPending,
  keepPending,
  readPending,
} from '../../../../src/features/payments/pending-payment.ts';
import { newReference } from '../../../../src/features/payments/reference.ts';
import { NOON } from '../../../support/builders.ts';
import { aPayment } from './payments.ts';

const payment = aPayment({ startedAt: NOON });
const HOUR = 3_600_000;

describe('a payment that waits', () => {
  test('is found again by its player', () => {
    keepPending(payment);
    expect(hasPending()).toBe(true);
    expect(readPending('player-1', NOON + HOUR)).toEqual(payment);
  });

  test("is nobody else's, and not a day old", () => {
    keepPending(payment);
    expect(readPending('player-2', NOON)).toBeNull();
    expect(readPending('player-1', NOON + 24 * HOUR)).toBeNull();
  });

  test('is forgotten by its reference, never in place of a newer one', () => {
    keepPending(payment);
    forgetPending('FOM-another');
    expect(hasPending()).toBe(true);
    forgetPending(payment.reference);
    expect(hasPending()).toBe(false);
  });

  test('that is no payment is not read', () => {
    localStorage.setItem('fom-payment', '{"reference":1}');
    expect(readPending('player-1', NOON)).toBeNull();
    localStorage.setItem('fom-payment', '<html>');
    expect(readPending('player-1', NOON)).toBeNull();
  });

  test('is not kept where the phone refuses, and nothing breaks', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => keepPending(payment)).not.toThrow();
    refuse.mockRestore();
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
