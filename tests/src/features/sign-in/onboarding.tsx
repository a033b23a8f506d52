import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach } from 'vitest';
import { OnboardingPage } from '../../../../src/features/sign-in/onboarding.tsx';
import { detectedPhoneAtom } from '../../../../src/features/sign-in/phone.ts';
import type { Offer } from '../../../../src/offer/offer.ts';
import { DEFAULT_SESSION, store, updateSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { renderEntry } from './render-entry.tsx';

export const PHONE = '2348030000000';
export const LOOK_UP = `user/${PHONE}`;
export const VERIFY = `payments/subscription/airtime/verify/${PHONE}`;
export const SUBSCRIBE = `payments/subscribe/airtime/${PHONE}`;
export const no = (code: string, message = 'No.', meta?: unknown) => ({
  raw: JSON.stringify({ status: false, data: null, message, code, meta }),
});
export const known = { data: aUser(), meta: { token: 'first' } };

/** Nobody is signed in, and the phone has nothing stored. */
export function startFresh(): void {
  beforeEach(() => {
    sessionStorage.clear();
    updateSession(DEFAULT_SESSION);
    store.set(detectedPhoneAtom, null);
  });
}

export const loadTerms = () => Promise.resolve(() => <p>The terms</p>);

export function open(query = '', offer?: Offer | null) {
  renderEntry(<OnboardingPage loadTerms={loadTerms} />, {
    path: '/onboarding',
    at: `/onboarding${query}`,
    guard: 'visitors',
    ...(offer !== undefined && { offer }),
  });
}

export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }));

export async function enterNumber(button = 'Login', query = '') {
  open(query);
  await userEvent.type(screen.getByLabelText('Phone number'), '08030000000');
  await press(button);
}
