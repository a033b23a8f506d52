import { act, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useMemoryWarning } from '../../../src/app/header-layout.tsx';
import { toastInfo } from '../../../src/components/toast.ts';
import {
  DEFAULT_SESSION,
  storageRefusedAtom,
  store,
  updateSession,
} from '../../../src/session/session.ts';
import { aUser } from '../../support/builders.ts';
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

/** A phone whose storage cannot be read, or refuses writes. */
function refuse(method: 'getItem' | 'setItem') {
  const spy = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  onTestFinished(() => spy.mockRestore());
}

/** Nothing else opens with it. */
async function expectSilence() {
  act(() => void toastInfo('A moment later'));
  await screen.findByText('A moment later');
  expect(screen.queryByText(WARNING)).toBeNull();
}

test('a player whose phone keeps nothing is told so, once they are one, and once', async () => {
  refuse('setItem');
  const { unmount } = renderScreen(<Screen />);
  expect(screen.queryByText(WARNING)).toBeNull();
  act(() => signIn(aUser({ id: crypto.randomUUID() })));
  await screen.findByText(WARNING);
  unmount();
  toast.remove();
  renderScreen(<Screen />);
  await expectSilence();
});

test('a player whom the phone takes and does not give back is told so', async () => {
  signIn(aUser({ id: crypto.randomUUID() }));
  refuse('getItem');
  renderScreen(<Screen />);
  await screen.findByText(WARNING);
});

test('a player who is remembered is told nothing, also where the phone has become full since', async () => {
  signIn(aUser({ id: crypto.randomUUID() }));
  refuse('setItem');
  updateSession({ token: 'newer' });
  expect(store.get(storageRefusedAtom)).toBe(true);
  renderScreen(<Screen />);
  await expectSilence();
});
