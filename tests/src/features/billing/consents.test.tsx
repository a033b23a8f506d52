import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Consent } from '../../../../src/contract/payments.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { signIn } from '../../../support/render.tsx';
import { atNoon, hoursAgo, open, serve } from './billing.tsx';

function aConsent(parts: Partial<Consent> = {}): Consent {
  return {
    id: '1',
    product: 'plan-weekly',
    coins: 1000,
    way: 'airtime',
    kobo: 10_000,
    feeKobo: 0,
    reference: 'charge-1',
    saidAt: hoursAgo(4),
    confirmedAt: null,
    from: '2348030000000',
    door: 'billing',
    state: 'paid',
    ...parts,
  };
}

atNoon();

beforeEach(() => signIn());

async function cards(consents: Consent[]) {
  serve({ consents: { data: consents } });
  open('/billing#consents');
  await screen.findByRole('region', { name: 'November' });
  return screen.getAllByRole('listitem').map((card) => ({
    sum: within(card).getByRole('heading').textContent,
    text: card.textContent,
    facts: within(card)
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`),
  }));
}

test('a plan by airtime says when, where, from which number, and that it is paid once', async () => {
  const [card] = await cards([aConsent()]);
  expect(card?.sum).toBe('₦100');
  expect(card?.text).toContain('Weekly plan, one timeDone');
  expect(card?.facts).toEqual([
    'You said yes: Sat 21 Nov, 08:00',
    'Where: Billing',
    'Paid from: Airtime, 0803 000 0000',
  ]);
});

test('mobile money has both steps and the charges', async () => {
  const [confirmed, waiting] = await cards([
    aConsent({
      product: 'coins-100',
      coins: 750,
      way: 'mobile-money',
      feeKobo: 200,
      reference: 'FOM-7Q2XABCDEFGHIJKK81',
      confirmedAt: hoursAgo(3),
      door: 'coins',
    }),
    aConsent({ id: '2', way: 'mobile-money', state: 'pending' }),
  ]);
  expect(confirmed?.sum).toBe('₦102');
  expect(confirmed?.text).toContain('750 coins by mobile money');
  expect(confirmed?.facts).toEqual([
    'Step 1: you tapped Pay: Sat 21 Nov, 08:00',
    'Step 2: PIN on phone: Sat 21 Nov, 09:00',
    'Where: Your coins',
    'Paid from: Mobile money, 0803 000 0000',
    'Price and charges: ₦100 + ₦2',
    'Reference: FOM-7Q2X…K81',
  ]);
  expect(waiting?.text).toContain('Waiting');
  expect(waiting?.facts).toContain('Step 2: PIN on phone: Not confirmed');
});

test('a ticket of Millionaire Rush says so, and where it was bought', async () => {
  const [card] = await cards([
    aConsent({
      product: 'rush-ticket',
      coins: 0,
      way: 'card',
      kobo: 20_000,
      feeKobo: 300,
      door: 'rush',
      from: null,
    }),
  ]);
  expect(card?.sum).toBe('₦203');
  expect(card?.text).toContain('Millionaire Rush ticket by card');
  expect(card?.facts).toContain('Where: Millionaire Rush');
});

test('a card has its fee, and no number', async () => {
  const [card] = await cards([
    aConsent({
      product: 'coins-500',
      coins: 3500,
      way: 'card',
      kobo: 50_000,
      feeKobo: 750,
      from: null,
    }),
  ]);
  expect(card?.sum).toBe('₦507.50');
  expect(card?.facts).toContain('Price and card fee: ₦500 + ₦7.50');
  expect(card?.facts).toContain('Paid from: Card');
});

test.each([
  ['refused', 'Refused', 'Your network said: Not enough airtime'],
  ['failed', 'Failed', null],
  ['refunded', 'Refunded', null],
  ['reversed', 'Taken back', null],
] as const)('what was %s reads %s', async (state, tag, said) => {
  const [card] = await cards([aConsent({ state })]);
  expect(card?.text).toContain(tag);
  expect(card?.facts.at(-1) === said).toBe(said !== null);
});

test.each([
  ['on', 'On'],
  ['off', 'Off'],
] as const)('a renewal that is %s says how often it is paid for', async (state, name) => {
  const [card] = await cards([aConsent({ door: 'renewal', state })]);
  expect(card?.text).toContain(`Weekly plan, every week${name}`);
  expect(card?.facts).toContain('Where: Renew by itself');
});

test('they stand under their months, with the year of another one', async () => {
  await cards([aConsent(), aConsent({ id: '2', saidAt: '2025-11-03T10:00:00.000Z' })]);
  const months = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(months).toEqual(['November', 'November 2025']);
  expect(screen.getAllByText('newest first')).toHaveLength(1);
});

test('they are read from the phone without a network', async () => {
  serve({ consents: { data: [aConsent()] } });
  const first = open('/billing#consents');
  await screen.findByText('Weekly plan, one time');
  first.unmount();
  goOffline();
  serve({ consents: 'no answer' });
  open('/billing#consents');
  await screen.findByText('Weekly plan, one time');
  await screen.findByText('This is from a moment ago');
  await screen.findByText('Failed to retrieve your consents');
});
