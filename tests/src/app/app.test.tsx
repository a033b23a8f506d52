import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { App } from '../../../src/app/app.tsx';
import { DEFAULT_SESSION, updateSession } from '../../../src/session/session.ts';
import { answer } from '../../support/fake-api.ts';

const line = vi.hoisted(() => ({ isDown: false, fetches: 0, isToasterBroken: false }));

vi.mock('../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));
vi.mock('../../../src/lib/backoff.ts', () => ({ backoffMs: () => 20 }));
vi.mock('../../../src/features/sign-in/code-step.tsx', (original) => {
  line.fetches++;
  if (line.isDown) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});
vi.mock('../../../src/components/toaster.tsx', () => ({
  Toaster() {
    if (line.isToasterBroken) throw new Error('no toasts');
    return <p>Toasts</p>;
  },
}));

const challenge = { id: 'c1', channel: 'sms', resendAfter: 60 };

beforeEach(() => {
  Object.assign(line, { isDown: false, fetches: 0, isToasterBroken: false });
  updateSession(DEFAULT_SESSION);
});

function open() {
  const caught = vi.fn();
  render(<App />, { onCaughtError: caught });
  return caught;
}

test('a line that drops when a code is due keeps the dialog, which goes on when it is back', async () => {
  line.isDown = true;
  answer('get', 'user/2348030000000', {
    raw: JSON.stringify({ status: false, data: null, code: 'user/challenge', meta: { challenge } }),
  });
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Get started' }));
  await userEvent.type(await screen.findByLabelText('Phone number'), '08030000000');
  await userEvent.click(screen.getByRole('button', { name: 'Enter' }));
  await vi.waitFor(() => expect(line.fetches).toBeGreaterThan(1));
  expect(screen.getByRole('dialog', { name: 'Get started' })).toBeTruthy();
  line.isDown = false;
  await screen.findByLabelText('Code');
  expect(screen.getByText('+234 803 000 0000')).toBeTruthy();
});

test('what fails behind the screen leaves the screen as it is', async () => {
  line.isToasterBroken = true;
  const caught = open();
  await vi.waitFor(() => expect(caught).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Get started' })).toBeTruthy();
  expect(screen.queryByText('This page could not be opened')).toBeNull();
});
