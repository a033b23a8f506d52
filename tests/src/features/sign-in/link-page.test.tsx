import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { currentSession, DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';
import { arrive, broken, LOOK_UP, PHONE, press, VERIFY } from './links/arrive.tsx';
import { handedOff } from './render-entry.tsx';

const ON_DEMAND = `payments/subscription/ondemand/airtime/verify/${PHONE}`;

const no = (code: string, more: object = {}) => ({
  raw: JSON.stringify({ status: false, data: null, message: `No: ${code}`, code, ...more }),
});

const counted = vi.hoisted(() => vi.fn());

vi.mock('../../../../src/lib/analytics.ts', () => ({ track: counted }));

beforeEach(() => updateSession(DEFAULT_SESSION));

afterEach(() => {
  counted.mockClear();
});

/** The events that each entry counts (links.md#analytics). */
const EVENTS = {
  login: { arrival: [], login: '7023 Login', signUp: '7023 Signup' },
  authenticate: {
    arrival: [['Retarget Traffic']],
    login: 'Retarget Login',
    signUp: 'Retarget Signup',
  },
};

describe.each(['login', 'authenticate'] as const)('/%s', (entry) => {
  test('signs a known number in with the verified user and token, then home', async () => {
    answer('get', LOOK_UP, { data: aUser({ isActive: false }), meta: { token: 'first' } });
    const checks = answer('get', VERIFY, { data: aUser(), meta: { token: 'second' } });
    arrive(entry, `?msisdn=${PHONE}`);
    expect(screen.getByRole('status').textContent).toBe('Loading');
    await screen.findByText('At /home');
    expect(currentSession()).toMatchObject({ token: 'second', user: { isActive: true } });
    expect(checks[0]?.headers.get('Authorization')).toBe('Bearer first');
  });

  test.each(['0803 000 0000', '0803-000-0000', '%2B234 803 000 0000', '+234 (0) 803 000 0000'])(
    'takes a number written as %s, as a field does',
    async (written) => {
      const lookUps = answer('get', LOOK_UP, { data: aUser(), meta: { token: 'first' } });
      answer('get', VERIFY, { data: aUser(), meta: { token: 'second' } });
      arrive(entry, `?msisdn=${written}`);
      await screen.findByText('At /home');
      expect(lookUps).toHaveLength(1);
    },
  );

  test('creates an unknown number and verifies it, then home', async () => {
    answer('get', LOOK_UP, no('user/unknown'));
    const creations = answer('post', 'user/', {
      data: aUser({ isActive: false }),
      meta: { token: 'new' },
    });
    answer('get', VERIFY, { data: aUser() });
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByText('At /home');
    expect(currentSession()).toMatchObject({ token: 'new', user: { isActive: true } });
    expect(creations[0]?.body).toEqual({
      name: expect.stringMatching(/^(?=.{1,10}$)[A-Z][a-z]+[A-Z][a-z]+$/),
      email: `${PHONE}@phone.invalid`,
      phone: PHONE,
      platform: 'network',
      entry,
    });
  });

  test('leads a new player home though the subscription is not confirmed', async () => {
    answer('get', LOOK_UP, no('user/unknown'));
    answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    answer('get', VERIFY, broken);
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByText('At /home');
    expect(currentSession().token).toBe('new');
  });

  test.each([
    ['is refused', no('subscription/none')],
    ['fails', broken],
    ['gets no answer', 'no answer'],
  ] as const)('says so when the check of a known number %s, and signs in', async (_what, reply) => {
    answer('get', LOOK_UP, { data: aUser(), meta: { token: 'first' } });
    const checks = answer('get', VERIFY, reply);
    answer('get', ON_DEMAND, reply);
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByRole('heading', { name: 'Your subscription could not be confirmed' });
    expect(currentSession().token).toBe('first');
    await press('Try again');
    await vi.waitFor(() => expect(checks).toHaveLength(2));
    await userEvent.click(await screen.findByRole('button', { name: 'Go to home' }));
    await screen.findByText('At /home');
  });

  test('creates once over all its tries, and offers to sign up', async () => {
    answer('get', LOOK_UP, no('user/unknown'));
    const creations = answer('post', 'user/', 'no answer', { status: 500, code: 'server/error' });
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByRole('heading', { name: 'No network' });
    await press('Try again');
    await screen.findByRole('heading', { name: 'Your account could not be created' });
    expect(creations[0]?.body).toEqual(creations[1]?.body);
    const keys = creations.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
    await press('Sign up');
    await screen.findByText('At /');
    expect(handedOff()).toEqual({ phoneNumber: PHONE, platform: 'network' });
  });

  test.each([
    ['without a network', 'no answer', 'No network'],
    ['with a failing server', { status: 500, code: 'x' }, 'You could not be signed in'],
    ['with HTML for a reply', { raw: '<html><script>' }, 'You could not be signed in'],
    ['with HTML for a missing page', { raw: '<html>', status: 404 }, 'You could not be signed in'],
    ['with an empty reply', { raw: '' }, 'You could not be signed in'],
    [
      'with a reply of another shape',
      { raw: '{"status":true,"data":[]}' },
      'You could not be signed in',
    ],
  ] as const)('%s it says so, keeps nothing, and tries again', async (_what, reply, title) => {
    const lookUps = answer('get', LOOK_UP, reply);
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByRole('heading', { name: title });
    expect(currentSession()).toEqual(DEFAULT_SESSION);
    await press('Try again');
    await vi.waitFor(() => expect(lookUps).toHaveLength(2));
  });

  test('passes the proof of its link on to look-up and creation', async () => {
    const lookUps = answer('get', LOOK_UP, no('user/unknown'));
    const creations = answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    answer('get', VERIFY, { data: aUser() });
    arrive(entry, `?msisdn=${PHONE}&proof=abc.def-1`);
    await screen.findByText('At /home');
    expect(lookUps[0]?.url.searchParams.get('proof')).toBe('abc.def-1');
    expect(creations[0]?.body).toMatchObject({ proof: 'abc.def-1' });
  });

  test('shows a proof again with the key of the first try when its reply was dropped', async () => {
    const lookUps = answer('get', LOOK_UP, 'no answer', { data: aUser(), meta: { token: 'new' } });
    answer('get', VERIFY, { data: aUser() });
    arrive(entry, `?msisdn=${PHONE}&proof=abc.def-1`);
    await screen.findByRole('heading', { name: 'No network' });
    await press('Try again');
    await screen.findByText('At /home');
    const [first, second] = lookUps.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).toBe(first);
  });

  test('shows a proof again with the key of the first try after a reload', async () => {
    const lookUps = answer('get', LOOK_UP, 'no answer');
    const { unmount } = arrive(entry, `?msisdn=${PHONE}&proof=abc.def-2`);
    await screen.findByRole('heading', { name: 'No network' });
    unmount();
    arrive(entry, `?msisdn=${PHONE}&proof=abc.def-2`);
    await screen.findByRole('heading', { name: 'No network' });
    const [first, second] = lookUps.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
    expect(sessionStorage.getItem('fom-link')).not.toContain(PHONE);
  });

  test('takes a challenged number to the landing, with its challenge', async () => {
    const challenge = { id: 'c1', channel: 'sms', resendAfter: 60 };
    answer('get', LOOK_UP, no('user/challenge', { meta: { challenge } }));
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByText('At /');
    expect(handedOff()).toEqual({ phoneNumber: PHONE, platform: 'network', challenge });
  });

  test('takes a number without the proof to the landing, and says why', async () => {
    answer('get', LOOK_UP, { status: 403, code: 'user/proof-needed', message: 'Use your link.' });
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByText('Use your link.');
    await screen.findByText('At /');
    expect(handedOff()).toEqual({ phoneNumber: PHONE, platform: 'network', challenge: null });
  });

  test('finds the player whom another try made in between', async () => {
    const exists = { status: 409, code: 'user/exists' } as const;
    answer('get', LOOK_UP, no('user/unknown'), { data: aUser(), meta: { token: 'there' } });
    answer('post', 'user/', exists);
    answer('get', VERIFY, broken);
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByRole('heading', { name: 'Your subscription could not be confirmed' });
    expect(currentSession().token).toBe('there');
    expect(counted).toHaveBeenLastCalledWith(EVENTS[entry].login);
  });

  test('counts a login and a sign-up, each under its name', async () => {
    answer('get', LOOK_UP, { data: aUser(), meta: { token: 'first' } }, no('user/unknown'));
    answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    answer('get', VERIFY, { data: aUser() });
    const { unmount } = arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByText('At /home');
    expect(counted.mock.calls).toEqual([...EVENTS[entry].arrival, [EVENTS[entry].login]]);
    unmount();
    counted.mockClear();
    updateSession(DEFAULT_SESSION);
    arrive(entry, `?msisdn=${PHONE}`);
    await screen.findByText('At /home');
    expect(counted.mock.calls).toEqual([...EVENTS[entry].arrival, [EVENTS[entry].signUp]]);
  });

  test('creates nobody and signs nobody in for who has left before the answer', async () => {
    const late = held(no('user/unknown'));
    const lookUps = answer('get', LOOK_UP, late.answer);
    const creations = answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    const { unmount } = arrive(entry, `?msisdn=${PHONE}`);
    await vi.waitFor(() => expect(lookUps).toHaveLength(1));
    unmount();
    await late.release();
    expect(creations).toHaveLength(0);
    expect(currentSession()).toEqual(DEFAULT_SESSION);
  });

  test('a late check signs no new player in again who has signed out in another tab', async () => {
    answer('get', LOOK_UP, no('user/unknown'));
    answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    const late = held({ data: aUser(), meta: { token: 'late' } });
    const checks = answer('get', VERIFY, late.answer);
    arrive(entry, `?msisdn=${PHONE}`);
    await vi.waitFor(() => expect(checks).toHaveLength(1));
    updateSession(DEFAULT_SESSION);
    await late.release();
    expect(currentSession()).toEqual(DEFAULT_SESSION);
  });

  test('leads to the landing without a number', async () => {
    arrive(entry, '?next=https://evil.example&redirect=//evil.example');
    await screen.findByText('At /');
  });

  test.each([
    ['with letters', '2348030x00000'],
    ['too long', '23480300000001234567890'],
    ['with markup', encodeURIComponent('<script>alert(1)</script>')],
    ['repeated', `${PHONE}&msisdn=${PHONE}`],
    ['of no mobile', '2341234567890'],
  ])('leads to the landing with a number %s, and says why', async (_what, msisdn) => {
    arrive(entry, `?msisdn=${msisdn}`);
    await screen.findByText('This link has no number we can read');
    expect(screen.getByText('At /')).toBeTruthy();
  });

  test('leads a player who is signed in home, whatever the number', async () => {
    signIn();
    arrive(entry, '?msisdn=2348035555555');
    await screen.findByText('At /home');
    expect(currentSession().token).toBe('token-of-ada');
  });
});
