import { describe, expect, test } from 'vitest';
import {
  type Choice,
  choose,
  isOnlyCheck,
} from '../../../../../src/features/payments/choose/chooser-reducer.ts';
import { NOON } from '../../../../support/builders.ts';

const fresh: Choice = {
  plan: 'weekly',
  way: 'airtime',
  pack: null,
  fault: null,
  airtime: 'idle',
  askedAt: 0,
};

const standing = (airtime: Choice['airtime']) =>
  choose(fresh, { type: 'airtime', plan: 'weekly', airtime, at: NOON });

describe('a choice', () => {
  test('keeps the way when the plan changes', () => {
    const card = choose(fresh, { type: 'way', way: 'card' });
    expect(choose(card, { type: 'plan', plan: 'daily' })).toMatchObject({
      plan: 'daily',
      way: 'card',
    });
  });

  test('of a pack is forgotten with its way, which has packs of its own', () => {
    const packed = choose(fresh, { type: 'pack', naira: 500 });
    expect(packed.pack).toBe(500);
    expect(choose(packed, { type: 'way', way: 'mobile-money' }).pack).toBeNull();
  });

  test('without a pack is told so until there is one', () => {
    const without = choose(fresh, { type: 'no-pack' });
    expect(without.fault).toBe('Input amount');
    expect(choose(without, { type: 'pack', naira: 100 }).fault).toBeNull();
  });
});

describe('after airtime was asked for', () => {
  test('a refusal leaves every way open, and is forgotten with its plan', () => {
    const refused = standing('refused');
    expect(isOnlyCheck(refused, NOON)).toBe(false);
    expect(choose(refused, { type: 'plan', plan: 'daily' }).airtime).toBe('idle');
  });

  test.each(['pending', 'unanswered'] as const)(
    'an end that is %s can only be asked for again, for 15 minutes',
    (airtime) => {
      const minute = 60_000;
      expect(isOnlyCheck(standing(airtime), NOON + 15 * minute - 1)).toBe(true);
      expect(isOnlyCheck(standing(airtime), NOON + 15 * minute)).toBe(false);
    },
  );

  test('an end that nobody knows stays so under another plan', () => {
    expect(choose(standing('pending'), { type: 'plan', plan: 'daily' }).airtime).toBe('pending');
  });
});
