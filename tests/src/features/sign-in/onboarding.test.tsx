import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { OnboardingPage } from '../../../../src/features/sign-in/onboarding.tsx';
import { detectedPhoneAtom } from '../../../../src/features/sign-in/phone.ts';
import { currentSession, store } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import {
  enterNumber,
  known,
  LOOK_UP,
  loadTerms,
  no,
  open,
  PHONE,
  press,
  SUBSCRIBE,
  startFresh,
  VERIFY,
} from './onboarding.tsx';
import { handedOff, renderEntry } from './render-entry.tsx';

vi.mock('../../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));

startFresh();

function MovingOn() {
  return (
    <>
      <Link to="/faqs">FAQs</Link>
      <OnboardingPage loadTerms={loadTerms} />
    </>
  );
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
    expect(codes[0]?.body).toEqual({ code: '123456', entry: 'onboarding' });
    expect(charges[0]?.url.searchParams.get('proof')).toBe('p1');
    expect(handedOff()).toEqual({ registered: true, phoneNumber: PHONE, proof: 'p1' });
  });
});
