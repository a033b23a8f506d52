import { expect, test } from 'vitest';
import { winner } from '../../support/honesty/people.ts';
import { PLANS, type RINGS, ringDays } from '../../support/honesty/rings.ts';

const SEED = 20_261_128;
const DAYS = 40;

const BESIDE = [0, 10, 20, 50, 100, 200];
const plans = Object.keys(PLANS);

test.each([
  'one phone, payer and address',
  'phones and payers of their own, one address',
] satisfies (keyof typeof RINGS)[])(
  'a ring of ten accounts with %s loses money, however it plays, alone and beside others',
  (ring) => {
    for (const plan of plans) {
      for (const honest of BESIDE) {
        for (const by of [undefined, winner]) {
          const { cost, paid } = ringDays({ ring, plan, honest, ...(by && { by }) }, DAYS, SEED);
          expect(paid, `${plan} beside ${honest}`).toBeLessThan(0.75 * cost);
        }
      }
    }
  },
  60_000,
);

test('a ring of ten that is alone loses 40 % at least, whatever it shares and whoever lets it pass', () => {
  const climb = { plan: 'climb into Tier 3', honest: 0, by: winner };
  for (const plan of plans) {
    const day = ringDays({ ...climb, plan, ring: 'nothing in common' }, DAYS, SEED);
    expect(day.paid + day.held, plan).toBeLessThanOrEqual(0.6 * day.cost);
  }
  // With fixed prizes.
  const { fixed, cost } = ringDays({ ...climb, ring: 'nothing in common' }, DAYS, SEED);
  expect(fixed).toBeGreaterThan(2 * cost);
});
