import * as v from 'valibot';
import { expect, test } from 'vitest';
import { OFFER_KEY } from '../../../src/config/storage-keys.ts';
import { offerSchema } from '../../../src/contract/misc.ts';
import { productSchema } from '../../../src/contract/payments.ts';
import { knownOffer } from '../../../src/offer/offer.ts';
import { DEFAULT_PRICES } from '../../../src/rules/money.ts';

test('an offer that was kept before tickets were sold has their usual price, and no contest', () => {
  const { plans, packs } = DEFAULT_PRICES;
  localStorage.setItem(OFFER_KEY, JSON.stringify({ prices: { plans, packs }, ways: ['card'] }));
  expect(knownOffer()).toMatchObject({ prices: { rushTicket: 200 }, contest: null });
});

test('a contest whose rules a browser would run is not read', () => {
  const contest = { isOpen: true, rules: 'javascript:alert(1)' };
  const offer = { prices: DEFAULT_PRICES, ways: ['card'] };
  expect(v.is(offerSchema, { ...offer, contest })).toBe(false);
  expect(v.is(offerSchema, { ...offer, contest: { isOpen: false } })).toBe(true);
});

test('a product is a plan, a pack or a ticket', () => {
  for (const known of ['plan-daily', 'coins-100', 'rush-ticket']) {
    expect(v.is(productSchema, known), known).toBe(true);
  }
  for (const other of ['rush-ticket-2', 'a rush-ticket', 'rush', 'plan-', 'coins-0', 200, null]) {
    expect(v.is(productSchema, other), String(other)).toBe(false);
  }
});
