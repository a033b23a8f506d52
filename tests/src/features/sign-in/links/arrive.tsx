import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LinkPage } from '../../../../../src/features/sign-in/link-page.tsx';
import { renderEntry } from '../render-entry.tsx';

export const PHONE = '2348030000000';
export const LOOK_UP = `user/${PHONE}`;
export const VERIFY = `payments/subscription/airtime/verify/${PHONE}`;
export const broken = { status: 502, code: 'billing/unavailable' };

type Entry = 'login' | 'authenticate' | 'secure-d';

/** Arrives by a link; a new phone does not know the offer yet. */
export function arrive(entry: Entry, query: string, isNewPhone = false) {
  const guard = entry === 'secure-d' ? null : 'arrivals';
  return renderEntry(<LinkPage address={entry} />, {
    path: `/${entry}`,
    at: `/${entry}${query}`,
    guard,
    ...(isNewPhone && { offer: null }),
  });
}

export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
