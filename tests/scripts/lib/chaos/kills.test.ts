import { expect, test } from 'vitest';
import { KillPlan } from '../../../../scripts/lib/chaos/faults.ts';

const REQUESTS = Array.from({ length: 100 }, (_, index) => `purchase ${index} charge`);

function newPlan(): KillPlan {
  return new KillPlan({ ending: ' charge', seed: '1' }, { requests: 100, kills: 4 });
}

test('all kills come, each by a request that comes for the first time', () => {
  const plan = newPlan();
  const kills = REQUESTS.flatMap((request) => plan.count(request) ?? []);
  expect(kills).toHaveLength(4);
  expect(kills.filter(({ againAfterMs }) => againAfterMs !== null)).toHaveLength(1);
});

test('other requests count for nothing', () => {
  const plan = newPlan();
  for (const index of REQUESTS.keys()) {
    expect(plan.count(`purchase ${index} verify`)).toBeUndefined();
  }
  expect(plan.repeated).toBe(0);
});

test('copies are counted beyond the first of each', () => {
  const plan = newPlan();
  for (const request of ['a charge', 'b charge', 'a charge', 'a charge']) plan.count(request);
  expect(plan.repeated).toBe(2);
});
