import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useMemoryWarning } from '../../../src/app/use-memory-warning.ts';
import {
  DEFAULT_SESSION,
  storageRefusedAtom,
  store,
  updateSession,
} from '../../../src/session/session.ts';
import { renderScreen, signIn } from '../../support/render.tsx';

const WARNING = 'This phone cannot remember you. You will have to sign in again next time.';

beforeEach(() => {
  updateSession(DEFAULT_SESSION);
  return () => store.set(storageRefusedAtom, false);
});

function Screen() {
  useMemoryWarning();
  return null;
}

test('a player whose phone keeps nothing is told so, once they are one', async () => {
  store.set(storageRefusedAtom, true);
  renderScreen(<Screen />);
  expect(screen.queryByText(WARNING)).toBeNull();
  act(() => signIn());
  await screen.findByText(WARNING);
  expect(screen.getAllByText(WARNING)).toHaveLength(1);
});

test('a player who is remembered is told nothing', () => {
  signIn();
  renderScreen(<Screen />);
  expect(screen.queryByText(WARNING)).toBeNull();
});
