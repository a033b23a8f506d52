import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { PrivacyPage } from '../../../../src/features/help/privacy-page.tsx';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { answer } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

vi.mock('../../../../src/config/env.ts', async (original) => {
  const { env: built } = await original<typeof import('../../../../src/config/env.ts')>();
  Object.assign(env, built, { analyticsToken: null });
  return { env };
});

const env = vi.hoisted(() => ({ analyticsToken: null as string | null }));

beforeEach(() => {
  updateSession(DEFAULT_SESSION);
  env.analyticsToken = null;
});

const open = () => renderScreen(<PrivacyPage />, { path: '/privacy', at: '/privacy' });

test('is there for a visitor: what is kept, who gets it, rights and the commission', async () => {
  open();
  for (const name of [
    'What we keep, why and how long',
    'Who gets it',
    'Your rights',
    'On this phone',
  ]) {
    expect(screen.getByRole('region', { name })).toBeTruthy();
  }
  const commission = screen.getByRole('link', { name: 'Nigeria Data Protection Commission' });
  expect(commission.getAttribute('href')).toBe('https://ndpc.gov.ng');
  expect(screen.queryByRole('region', { name: 'Who is responsible' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByText('At /')).toBeTruthy();
});

test('names each company that gets something of a player, and what', () => {
  open();
  const { textContent } = screen.getByRole('region', { name: 'Who gets it' });
  expect(textContent).toContain('sell you a plan by airtime: your number');
  expect(textContent).toContain('card or mobile-money company');
  expect(textContent).toContain('sign-in code: your number');
  expect(textContent).toContain('checks bank accounts, when you add yours: your bank and number');
});

test('names the controller and the contact that the operator has set', async () => {
  const privacy = { controller: 'Example Games Ltd, Lagos', contact: 'mailto:data@example.ng' };
  answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: WAYS, privacy } });
  open();
  expect(await screen.findByText(/^Example Games Ltd, Lagos decides/)).toBeTruthy();
  const contact = screen.getByRole('link', { name: 'data@example.ng' });
  expect(contact.getAttribute('href')).toBe('mailto:data@example.ng');
});

test('leads a player to their data', async () => {
  signIn();
  open();
  await userEvent.click(screen.getByRole('link', { name: 'My data' }));
  expect(screen.getByText('At /profile/data')).toBeTruthy();
});

test('asks whether sign-ins may be counted where they could be, off until a yes', async () => {
  env.analyticsToken = 'project';
  open();
  const ask = screen.getByRole('switch', { name: 'Count sign-ins and installs' });
  expect(ask.getAttribute('aria-checked')).toBe('false');
  await userEvent.click(ask);
  expect(ask.getAttribute('aria-checked')).toBe('true');
  expect(localStorage.getItem('fom-analytics')).toBe('on');
  await userEvent.click(ask);
  expect(localStorage.getItem('fom-analytics')).toBeNull();
});

test('asks nothing where nothing could be counted', () => {
  open();
  expect(screen.queryByRole('switch')).toBeNull();
});
