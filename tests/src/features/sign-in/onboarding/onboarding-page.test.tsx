import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { env } from '../../../../../src/config/env.ts';
import { detectedPhoneAtom } from '../../../../../src/features/sign-in/api/detected-phone.ts';
import { OnboardingPage } from '../../../../../src/features/sign-in/onboarding/onboarding-page.tsx';
import { askOffer, DEFAULT_OFFER, type Offer } from '../../../../../src/offline/offer.ts';
import {
  currentSession,
  DEFAULT_SESSION,
  store,
  updateSession,
} from '../../../../../src/session/session.ts';
import { aUser } from '../../../../support/builders.ts';
import { answer, held, type SeenRequest } from '../../../../support/fake-api.ts';
import { handedOff, renderEntry } from '../render-entry.tsx';

vi.mock('../../../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));

const PHONE = '2348030000000';
const LOOK_UP = `user/${PHONE}`;
const VERIFY = `payments/subscription/airtime/verify/${PHONE}`;
const SUBSCRIBE = `payments/subscribe/airtime/${PHONE}`;
const no = (code: string, message = 'No.', meta?: unknown) => ({
  raw: JSON.stringify({ status: false, data: null, message, code, meta }),
});
const known = { data: aUser(), meta: { token: 'first' } };

beforeEach(() => {
  sessionStorage.clear();
  updateSession(DEFAULT_SESSION);
  store.set(detectedPhoneAtom, null);
});
afterEach(() => {
  env.entryVariant = 'login';
});

const loadTerms = () => Promise.resolve(() => <p>The terms</p>);

function open(query = '', offer?: Offer | null) {
  renderEntry(<OnboardingPage loadTerms={loadTerms} />, {
    path: '/onboarding',
    at: `/onboarding${query}`,
    guard: 'visitors',
    ...(offer !== undefined && { offer }),
  });
}

function MovingOn() {
  return (
    <>
      <Link to="/faqs">FAQs</Link>
      <OnboardingPage loadTerms={loadTerms} />
    </>
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function enterNumber(button = 'Login', query = '') {
  open(query);
  await userEvent.type(screen.getByLabelText('Phone number'), '08030000000');
  await press(button);
}

describe('the login', () => {
  test('has its heading, its price and its terms', async () => {
    open();
    screen.getByRole('img', { name: 'Football Mastermind' });
    screen.getByRole('heading', { name: 'Compete for Prizes' });
    screen.getByText(/A new number is subscribed for ₦100 a week from your airtime. 18\+ only./);
    await press('Terms & Condition');
    await screen.findByText('The terms');
  });

  test('of a known number verifies the subscription and leads home', async () => {
    answer('get', LOOK_UP, known);
    answer('get', VERIFY, { data: aUser({ pointBalance: 5 }), meta: { token: 'second' } });
    await enterNumber();
    await screen.findByText('At /home');
    expect(currentSession()).toMatchObject({ token: 'second', user: { pointBalance: 5 } });
  });

  test('of an unknown number subscribes it and leads to the landing with the number', async () => {
    answer('get', LOOK_UP, no('user/unknown'));
    const charges = answer('get', SUBSCRIBE, { data: null });
    await enterNumber();
    await screen.findByText('At /');
    expect(handedOff()).toEqual({ registered: true, phoneNumber: PHONE, proof: null });
    expect(charges[0]?.url.searchParams.get('plan')).toBe('weekly');
    expect(charges[0]?.url.searchParams.get('door')).toBe('sign-up');
    expect(charges[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(currentSession().isLoggedIn).toBe(false);
  });

  test.each([
    ['is refused', no('subscription/refused', 'Not enough airtime'), 'Not enough airtime'],
    ['is pending', no('subscription/pending'), 'Your operator is still working on it'],
    ['fails', { status: 502, code: 'billing/unavailable' }, 'Your operator does not answer'],
    ['has no network', 'no answer', 'No network'],
    ['needs a session', { status: 401, code: 'session/required' }, 'You could not be subscribed'],
  ] as const)('whose subscription %s says so, and can sign up', async (_what, reply, title) => {
    answer('get', LOOK_UP, no('user/unknown'));
    answer('get', SUBSCRIBE, reply);
    await enterNumber();
    expect((await screen.findByRole('alert')).textContent).toContain(title);
    await press('Sign up');
    await screen.findByText('At /');
    expect(handedOff()).toEqual({ registered: false, phoneNumber: PHONE, proof: null });
  });

  test('charges under one key until the charge has an end', async () => {
    answer('get', LOOK_UP, no('user/unknown'));
    const charges = answer(
      'get',
      SUBSCRIBE,
      'no answer',
      no('subscription/pending'),
      no('subscription/refused'),
      { data: null },
    );
    await enterNumber();
    for (const sent of [1, 2, 3]) {
      await screen.findByRole('alert');
      expect(charges).toHaveLength(sent);
      await press('Login');
    }
    await screen.findByText('At /');
    const [first, second, third, fourth] = charges.map(({ headers }) =>
      headers.get('Idempotency-Key'),
    );
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(fourth).not.toBe(first);
  });

  test.each([
    ['without a network', 'no answer', 'No network'],
    ['with a failing server', { status: 500, code: 'x', message: 'Our fault.' }, 'Our fault.'],
    ['with an unreadable reply', { raw: '<html>' }, 'The server sent something'],
  ] as const)('%s says so and charges nothing', async (_what, reply, text) => {
    answer('get', LOOK_UP, reply);
    await enterNumber();
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  test('names a wrong number beside its field', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Phone number'), '0803');
    await press('Login');
    await screen.findByText('Phone number must be 10 or 11 digits');
  });

  test('fills the detected number in', async () => {
    open();
    act(() => store.set(detectedPhoneAtom, PHONE));
    const field = screen.getByLabelText<HTMLInputElement>('Phone number');
    await waitFor(() => expect(field.value).toBe('8030000000'));
  });

  test('does not put the detected number over what was typed', async () => {
    open();
    const field = screen.getByLabelText<HTMLInputElement>('Phone number');
    await userEvent.type(field, '0');
    await userEvent.clear(field);
    act(() => store.set(detectedPhoneAtom, PHONE));
    expect(field.value).toBe('');
  });

  test('charges nobody for an HTML page in place of an answer', async () => {
    answer('get', LOOK_UP, { raw: '<html>', status: 404 });
    const charges = answer('get', SUBSCRIBE, { data: null });
    await enterNumber();
    await screen.findByText('You could not be signed in');
    expect(charges).toHaveLength(0);
  });

  test('leads nobody away who has left before the answer', async () => {
    answer('get', LOOK_UP, no('user/unknown'));
    const late = held({ data: null });
    const charges = answer('get', SUBSCRIBE, late.answer);
    renderEntry(<MovingOn />, { path: '/onboarding', at: '/onboarding' });
    await userEvent.type(screen.getByLabelText('Phone number'), '08030000000');
    await press('Login');
    await vi.waitFor(() => expect(charges).toHaveLength(1));
    await userEvent.click(screen.getByRole('link', { name: 'FAQs' }));
    await late.release();
    expect(screen.getByText('At /faqs')).toBeTruthy();
  });

  test('goes on with its code after a reload, and back to the number from it', async () => {
    const challenge = { id: 'c1', channel: 'sms', resendAfter: 60 };
    answer('get', LOOK_UP, no('user/challenge', '', { challenge }));
    await enterNumber();
    await screen.findByLabelText('Code');
    cleanup();
    renderEntry(<OnboardingPage loadTerms={loadTerms} />, {
      path: '/onboarding',
      at: { pathname: '/onboarding', state: { step: 'code' } },
    });
    await screen.findByLabelText('Code');
    cleanup();
    sessionStorage.clear();
    renderEntry(<OnboardingPage loadTerms={loadTerms} />, {
      path: '/onboarding',
      at: { pathname: '/onboarding', state: { step: 'code' } },
    });
    expect(screen.getByLabelText('Phone number')).toBeTruthy();
  });

  test('leads from the code back to the number', async () => {
    const challenge = { id: 'c1', channel: 'sms', resendAfter: 60 };
    answer('get', LOOK_UP, no('user/challenge', '', { challenge }));
    await enterNumber();
    await screen.findByLabelText('Code');
    await press('Change number');
    await screen.findByLabelText('Phone number');
  });

  test('asks for the code where one is due, and subscribes with the proof', async () => {
    const challenge = { id: 'c1', channel: 'sms', resendAfter: 60 };
    answer('get', LOOK_UP, no('user/challenge', '', { challenge }));
    const codes = answer('post', 'user/challenge/c1', no('user/unknown', '', { proof: 'p1' }));
    const charges = answer('get', SUBSCRIBE, { data: null });
    await enterNumber();
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await press('Login');
    await screen.findByText('At /');
    expect(codes[0]?.body).toEqual({ code: '123456' });
    expect(charges[0]?.url.searchParams.get('proof')).toBe('p1');
    expect(handedOff()).toEqual({ registered: true, phoneNumber: PHONE, proof: 'p1' });
  });
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
