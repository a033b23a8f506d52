import { beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../../../src/app/sign-out.ts';
import { SESSION_KEY } from '../../../src/config/storage-keys.ts';
import { keepArrival, readArrival } from '../../../src/features/sign-in/arrival.ts';
import { answer } from '../../support/fake-api.ts';
import { signIn } from '../../support/render.tsx';

const replace = vi.fn();

beforeEach(() => {
  replace.mockClear();
  vi.stubGlobal('location', { ...location, origin: location.origin, replace });
  signIn();
  return () => vi.unstubAllGlobals();
});

test('signing out ends the session on the server, and leaves nothing of the player', async () => {
  const seen = answer('post', 'user/logout', { data: null });
  keepArrival('?social=Instagram');
  await signOut();
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect(readArrival()).toEqual({ social: null, source: null });
  expect(replace).toHaveBeenCalledExactlyOnceWith('/');
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
});

test.each([['no answer' as const], [{ status: 500, code: 'server/error' }]])(
  'a server that answers %j holds nobody',
  async (reply) => {
    const seen = answer('post', 'user/logout', reply);
    await signOut();
    expect(replace).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
  },
);
