import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GetStartedDialog } from '../../../../src/features/sign-in/get-started-dialog.tsx';
import { currentSession, DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { renderScreen } from '../../../support/render.tsx';

const VERIFY = 'payments/subscription/airtime/verify/2348030000000';
const unknown = { raw: '{"status":false,"data":null,"code":"user/unknown","message":"Unknown"}' };

const counted = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/lib/analytics.ts', () => ({ track: counted }));

beforeEach(() => {
  counted.mockClear();
  sessionStorage.clear();
  updateSession(DEFAULT_SESSION);
});

const enter = () => userEvent.click(screen.getByRole('button', { name: 'Enter' }));

async function typePhone(digits = '08030000000') {
  const rendered = renderScreen(<GetStartedDialog onClose={vi.fn()} />, {
    path: '/old-link',
    at: '/old-link',
  });
  await userEvent.type(screen.getByLabelText('Phone number'), digits);
  await enter();
  return rendered;
}

async function fillIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  const username = screen.getByLabelText(/Username/);
  await userEvent.clear(username);
  await userEvent.type(username, 'Ada');
  await userEvent.click(screen.getByLabelText('I am 18 or older'));
}

describe('a number that is known', () => {
  test('signs in with the verified user and token', async () => {
    const lookUps = answer('get', 'user/2348030000000', {
      data: aUser({ pointBalance: 0 }),
      meta: { token: 'first' },
    });
    const checks = answer('get', VERIFY, {
      data: aUser({ pointBalance: 1000 }),
      meta: { token: 'second' },
    });
    await typePhone();
    await vi.waitFor(() => expect(currentSession().isLoggedIn).toBe(true));
    expect(currentSession()).toMatchObject({ token: 'second', user: { pointBalance: 1000 } });
    expect(lookUps).toHaveLength(1);
    expect(checks[0]?.headers.get('Authorization')).toBe('Bearer first');
    expect(counted.mock.calls).toEqual([['SMS Login']]);
  });

  test('goes home from any address that shows the landing', async () => {
    answer('get', 'user/2348030000000', { data: aUser(), meta: { token: 'first' } });
    answer('get', VERIFY, { data: aUser() });
    await typePhone();
    await screen.findByText('At /home');
  });

  test('is not signed in after the dialog was closed', async () => {
    const late = held({ data: aUser(), meta: { token: 'first' } });
    const lookUps = answer('get', 'user/2348030000000', late.answer);
    const checks = answer('get', VERIFY, { data: aUser() });
    const { unmount } = await typePhone();
    await vi.waitFor(() => expect(lookUps).toHaveLength(1));
    unmount();
    await late.release();
    expect(checks).toHaveLength(0);
    expect(currentSession()).toEqual(DEFAULT_SESSION);
  });

  test('is not signed in when the dialog was closed during the check of its plan', async () => {
    answer('get', 'user/2348030000000', { data: aUser(), meta: { token: 'first' } });
    const late = held({ data: aUser() });
    const checks = answer('get', VERIFY, late.answer);
    const { unmount } = await typePhone();
    await vi.waitFor(() => expect(checks).toHaveLength(1));
    unmount();
    await late.release();
    expect(currentSession()).toEqual(DEFAULT_SESSION);
  });

  test.each([
    ['is refused', { raw: '{"status":false,"code":"subscription/none"}' }],
    ['fails', { status: 502, code: 'billing/unavailable' }],
    ['gets no answer', 'no answer'],
  ] as const)('signs in though the subscription check %s', async (_what, reply) => {
    answer('get', 'user/2348030000000', { data: aUser(), meta: { token: 'first' } });
    answer('get', VERIFY, reply);
    answer('get', VERIFY.replace('subscription', 'subscription/ondemand'), reply);
    await typePhone();
    await vi.waitFor(() => expect(currentSession().token).toBe('first'));
  });
});

describe('a number that is new', () => {
  test('asks for email, username and age, then creates the player', async () => {
    answer('get', 'user/2348030000000', unknown);
    const creations = answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    answer('get', VERIFY, { data: aUser() });
    await typePhone('8030000000');
    await screen.findByText('Welcome. This number is new.');
    await fillIn();
    await enter();
    await vi.waitFor(() => expect(currentSession().token).toBe('new'));
    expect(creations[0]?.body).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      phone: '2348030000000',
      platform: 'rave',
      entry: 'landing',
    });
  });

  test('is created once, though the first reply is lost', async () => {
    answer(
      'get',
      'user/2348030000000',
      unknown,
      // The repeated creation brings no token: the look-up does.
      { data: aUser(), meta: { token: 'looked-up' } },
    );
    const creations = answer('post', 'user/', 'no answer', { data: aUser(), meta: {} });
    answer('get', VERIFY, { data: aUser() });
    await typePhone();
    await fillIn();
    await enter();
    await screen.findByText('No network. Check your connection and try again.');
    await enter();
    await vi.waitFor(() => expect(currentSession().token).toBe('looked-up'));
    const keys = creations.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("shows the server's refusal beside its field", async () => {
    answer('get', 'user/2348030000000', unknown);
    answer('post', 'user/', { status: 422, code: 'username/invalid', message: 'Not that name.' });
    await typePhone();
    await fillIn();
    await enter();
    await screen.findByText('Not that name.');
    expect(screen.getByLabelText(/Username/).getAttribute('aria-invalid')).toBe('true');
  });

  test('that somebody took in between is told to sign in', async () => {
    answer('get', 'user/2348030000000', unknown);
    answer('post', 'user/', { status: 409, code: 'user/exists' });
    await typePhone();
    await fillIn();
    await enter();
    await screen.findByText('This number has an account. Press Enter to sign in');
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  test('is looked up again when it is changed', async () => {
    answer('get', 'user/2348030000000', unknown);
    await typePhone();
    await screen.findByLabelText('Email');
    await userEvent.type(screen.getByLabelText('Phone number'), '{Backspace}1');
    expect(screen.queryByLabelText('Email')).toBeNull();
  });
});

test('a failing server is told in its own words, and nobody is signed in', async () => {
  answer('get', 'user/2348030000000', {
    status: 500,
    code: 'server/error',
    message: 'Something went wrong on our side. Please try again.',
  });
  await typePhone();
  await screen.findByText('Something went wrong on our side. Please try again.');
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(currentSession().isLoggedIn).toBe(false);
});

test.each([
  ['803000000', 'Phone number must be 10 or 11 digits'],
  ['06030000000', 'Enter a Nigerian mobile number, like 0803 000 0000'],
])('the number %s is refused without a call', async (digits, message) => {
  await typePhone(digits);
  expect(screen.getByText(message)).toBeTruthy();
});

test('a page in place of an answer is not taken for a new number', async () => {
  answer('get', 'user/2348030000000', { raw: '<html>', status: 404 });
  await typePhone();
  await screen.findByText('Something went wrong. Please try again.');
  expect(screen.queryByLabelText('Email')).toBeNull();
});
