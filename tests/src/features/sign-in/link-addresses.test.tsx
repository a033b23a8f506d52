import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { currentSession, DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';
import { arrive, broken, LOOK_UP, PHONE, press, VERIFY } from './links/arrive.tsx';

vi.mock('../../../../src/lib/analytics.ts', () => ({ track: () => undefined }));

const opened = vi.spyOn(window, 'open').mockReturnValue(null);

beforeEach(() => updateSession(DEFAULT_SESSION));

afterEach(() => {
  opened.mockClear();
  env.links.retarget = null;
});

test('/authenticate opens the external page once when a known number is not confirmed', async () => {
  env.links.retarget = 'https://offer.example/back';
  answer('get', LOOK_UP, { data: aUser(), meta: { token: 'first' } });
  answer('get', VERIFY, broken);
  arrive('authenticate', `?msisdn=${PHONE}`);
  const link = await screen.findByRole('link', { name: 'See the offer' });
  expect(link.getAttribute('href')).toBe('https://offer.example/back');
  await press('Try again');
  await screen.findByRole('button', { name: 'Try again' });
  expect(opened.mock.calls).toEqual([
    ['https://offer.example/back', '_blank', 'noopener,noreferrer'],
  ]);
});

test("/authenticate opens the operator's page before the one of the build", async () => {
  env.links.retarget = 'https://offer.example/back';
  const links = { retarget: 'https://own.example/back' };
  answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: WAYS, links } });
  answer('get', LOOK_UP, { data: aUser(), meta: { token: 'first' } });
  answer('get', VERIFY, broken);
  arrive('authenticate', `?msisdn=${PHONE}`, true);
  const link = await screen.findByRole('link', { name: 'See the offer' });
  expect(link.getAttribute('href')).toBe(links.retarget);
  await vi.waitFor(() =>
    expect(opened.mock.calls).toEqual([[links.retarget, '_blank', 'noopener,noreferrer']]),
  );
});

test('/authenticate opens no page that would not come up: there is no network', async () => {
  env.links.retarget = 'https://offer.example/back';
  answer('get', LOOK_UP, { data: aUser(), meta: { token: 'first' } });
  answer('get', VERIFY, 'no answer');
  arrive('authenticate', `?msisdn=${PHONE}`);
  await screen.findByRole('button', { name: 'Go to home' });
  expect(opened).not.toHaveBeenCalled();
});

test('/login opens no other page', async () => {
  env.links.retarget = 'https://offer.example/back';
  answer('get', LOOK_UP, { data: aUser(), meta: { token: 'first' } });
  answer('get', VERIFY, broken);
  arrive('login', `?msisdn=${PHONE}`);
  await screen.findByRole('button', { name: 'Go to home' });
  expect(opened).not.toHaveBeenCalled();
});

describe('/secure-d', () => {
  test('confirms the subscription and leads home', async () => {
    answer('get', LOOK_UP, { data: aUser(), meta: { token: 'first' } });
    answer('get', VERIFY, { data: aUser(), meta: { token: 'second' } });
    arrive('secure-d', `?msisdn=${PHONE}&status=success`);
    expect(screen.getByRole('status').textContent).toBe('Confirming your subscription');
    await screen.findByText('At /home');
    expect(currentSession().token).toBe('second');
  });

  test.each(['failed', '', '<b>'])('leads to the landing with the status "%s"', async (status) => {
    arrive('secure-d', `?msisdn=${PHONE}&status=${encodeURIComponent(status)}`);
    await screen.findByText('Your subscription was not confirmed');
    expect(screen.getByText('At /')).toBeTruthy();
  });

  test('verifies the player of that number who is signed in, without another look-up', async () => {
    signIn(aUser({ isActive: false }));
    answer('get', VERIFY, { data: aUser({ isActive: true }) });
    arrive('secure-d', `?msisdn=${PHONE}&status=success`);
    await screen.findByText('At /home');
    expect(currentSession()).toMatchObject({ token: 'token-of-ada', user: { isActive: true } });
  });

  test("leaves another number's player signed in", async () => {
    signIn();
    arrive('secure-d', '?msisdn=2348035555555&status=success');
    await screen.findByText('At /home');
    expect(currentSession().token).toBe('token-of-ada');
  });
});
