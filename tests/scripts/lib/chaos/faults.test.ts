import { expect, test } from 'vitest';
import { FAULT_KINDS, faultOf } from '../../../../scripts/lib/chaos/faults.ts';

const REQUESTS = Array.from({ length: 2_000 }, (_, index) => `request ${index}`);

function kindsOf(seed: number) {
  return REQUESTS.map((request) => faultOf(seed, request, 1).kind);
}

test('one seed gives one run of faults, another seed another', () => {
  expect(kindsOf(1)).toEqual(kindsOf(1));
  expect(kindsOf(2)).not.toEqual(kindsOf(1));
});

test('a request that is sent again meets a fault of its own', () => {
  const first = REQUESTS.map((request) => faultOf(1, request, 1).kind);
  const second = REQUESTS.map((request) => faultOf(1, request, 2).kind);
  expect(second).not.toEqual(first);
});

test('every kind of fault comes, and most requests pass', () => {
  const kinds = kindsOf(1);
  expect(new Set(kinds)).toEqual(new Set([null, ...FAULT_KINDS]));
  expect(kinds.filter((kind) => kind === null).length).toBeGreaterThan(REQUESTS.length / 2);
});
