import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import { askOffer, DEFAULT_OFFER, type Offer } from '../../../../src/offer/offer.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held, type SeenRequest } from '../../../support/fake-api.ts';
import {
  enterNumber,
  known,
  LOOK_UP,
  no,
  open,
  PHONE,
  press,
  SUBSCRIBE,
  startFresh,
  VERIFY,
} from './onboarding.tsx';
import { handedOff } from './render-entry.tsx';

vi.mock('../../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));

startFresh();
afterEach(() => {
  env.entryVariant = 'login';
});

describe('the subscribe variant', () => {
  const SUBSCRIBE_BUTTON = 'Subscribe NGN 100/Week';

  test('is there by the address and by the build', async () => {
    open('?variant=subscribe');
    screen.getByRole('button', { name: SUBSCRIBE_BUTTON });
    screen.getByRole('button', { name: 'Terms & Condition' });
  });

  test('is there by the build', () => {
    env.entryVariant = 'subscribe';
    open();
    screen.getByRole('button', { name: SUBSCRIBE_BUTTON });
  });

  test('subscribes a known number with its token, and leads home', async () => {
    answer('get', LOOK_UP, known);
    const charges = answer('get', SUBSCRIBE, { data: aUser() });
    answer('get', VERIFY, { data: aUser({ isActive: true }) });
    await enterNumber(SUBSCRIBE_BUTTON, '?variant=subscribe');
    await screen.findByText('At /home');
    expect(charges[0]?.headers.get('Authorization')).toBe('Bearer first');
  });

  test('leads home where the plan is running already', async () => {
    answer('get', LOOK_UP, known);
    answer('get', SUBSCRIBE, { status: 409, code: 'subscription/active' });
    answer('get', VERIFY, { data: aUser() });
    await enterNumber(SUBSCRIBE_BUTTON, '?variant=subscribe');
    await screen.findByText('At /home');
  });

  test('refused to a known number, leaves the way home open', async () => {
    answer('get', LOOK_UP, known);
    answer('get', SUBSCRIBE, no('subscription/refused', 'Not enough airtime'));
    answer('get', VERIFY, { data: aUser(), meta: { token: 'second' } });
    await enterNumber(SUBSCRIBE_BUTTON, '?variant=subscribe');
    await press('Go on without a plan');
    await screen.findByText('At /home');
    expect(currentSession().token).toBe('second');
  });

  test('stopped by the player’s own limit, says why and leaves the way home open', async () => {
    const message = 'Your limit has ₦0 left until Monday. Nothing was charged.';
    answer('get', LOOK_UP, known);
    answer('get', SUBSCRIBE, { status: 409, code: 'spending/limit-reached', message });
    answer('get', VERIFY, { data: aUser() });
    await enterNumber(SUBSCRIBE_BUTTON, '?variant=subscribe');
    await screen.findByText(message);
    await press('Go on without a plan');
    await screen.findByText('At /home');
  });

  test('leads an unknown number to the landing', async () => {
    answer('get', LOOK_UP, no('user/unknown'));
    answer('get', SUBSCRIBE, { data: null });
    await enterNumber(SUBSCRIBE_BUTTON, '?variant=subscribe');
    await screen.findByText('At /');
    expect(handedOff()).toMatchObject({ registered: true, phoneNumber: PHONE });
  });
});

describe("the operator's price", () => {
  const AT = '?variant=subscribe';
  const offering = (weekly: number, ways: Offer['ways'] = DEFAULT_OFFER.ways): Offer => {
    const { plans, ...others } = DEFAULT_OFFER.prices;
    return {
      ...DEFAULT_OFFER,
      ways,
      prices: { plans: { ...plans, airtime: { daily: 60, weekly } }, ...others },
    };
  };
  const type = () => userEvent.type(screen.getByLabelText('Phone number'), '08030000000');
  const shownOf = (charges: SeenRequest[]) =>
    charges.map(({ url }) => url.searchParams.get('kobo'));

  test('is on the button before anything can be charged, and no other one ever was', async () => {
    const late = held({ data: offering(1500) });
    answer('get', 'misc/config', late.answer);
    const lookUps = answer('get', LOOK_UP, no('user/unknown'));
    const charges = answer('get', SUBSCRIBE, { data: null });
    open(AT, null);
    await type();
    await userEvent.click(screen.getByRole('button', { name: /Please wait/ }));
    expect(document.body.textContent).not.toMatch(/NGN|₦/);
    expect(lookUps).toHaveLength(0);
    await act(late.release);
    await screen.findByText(/^₦1,500 a week from your airtime, for 1,000 coins/);
    await press('Subscribe NGN 1,500/Week');
    await screen.findByText('At /');
    expect(shownOf(charges)).toEqual(['150000']);
  });

  test('that nobody tells is the one built in', async () => {
    answer('get', 'misc/config', 'no answer');
    open(AT, null);
    await screen.findByRole('button', { name: 'Subscribe NGN 100/Week' });
  });

  test('that has changed meanwhile is charged only after it was read', async () => {
    answer('get', 'misc/config', { data: DEFAULT_OFFER }, { data: offering(150) });
    answer('get', LOOK_UP, no('user/unknown'));
    const charges = answer(
      'get',
      SUBSCRIBE,
      { status: 409, code: 'payment/mismatch' },
      { data: null },
    );
    open(AT, null);
    await type();
    await press('Subscribe NGN 100/Week');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The price has changed');
    expect(alert.textContent).toContain('Nothing was charged.');
    await press('Subscribe NGN 150/Week');
    await screen.findByText('At /');
    expect(shownOf(charges)).toEqual(['10000', '15000']);
  });

  test('stays as it was agreed to while its charge has no known end', async () => {
    answer('get', 'misc/config', { data: DEFAULT_OFFER });
    answer('get', LOOK_UP, no('user/unknown'));
    const charges = answer('get', SUBSCRIBE, 'no answer', { data: null });
    open(AT, null);
    await type();
    await press('Subscribe NGN 100/Week');
    await screen.findByRole('alert');
    answer('get', 'misc/config', { data: offering(150) });
    await act(() => askOffer());
    await press('Subscribe NGN 150/Week');
    await screen.findByText('At /');
    expect(shownOf(charges)).toEqual(['10000', '10000']);
  });

  test('of airtime that is not offered: nobody is charged, the number alone is taken on', async () => {
    answer('get', 'misc/config', { data: offering(100, ['card']) });
    answer('get', LOOK_UP, no('user/unknown'));
    const charges = answer('get', SUBSCRIBE, { data: null });
    open(AT, null);
    await type();
    await press('Login');
    await screen.findByText('At /');
    expect(handedOff()).toMatchObject({ registered: false, phoneNumber: PHONE });
    expect(charges).toHaveLength(0);
    expect(document.body.textContent).not.toContain('₦');
  });

  test('of airtime that is gone meanwhile: said so, and then not offered', async () => {
    answer('get', 'misc/config', { data: DEFAULT_OFFER }, { data: offering(100, ['card']) });
    answer('get', LOOK_UP, no('user/unknown'));
    answer('get', SUBSCRIBE, { status: 404, code: 'route/unknown' });
    open(AT, null);
    await type();
    await press('Subscribe NGN 100/Week');
    await screen.findByText('You cannot pay from airtime now');
    expect(screen.queryByRole('button', { name: /Subscribe/ })).toBeNull();
    await press('Sign up');
    await screen.findByText('At /');
  });
});
