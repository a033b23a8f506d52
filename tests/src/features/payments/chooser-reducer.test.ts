import { describe, expect, test } from 'vitest';
import { type Choice, choose } from '../../../../src/features/payments/choose.tsx';

const fresh: Choice = {
  plan: 'weekly',
  way: 'airtime',
  pack: null,
  fault: null,
};

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
