import { expect, test, vi } from 'vitest';
import { signOut } from '../../../src/app/sign-out.ts';
import { putEntry, readEntries } from '../../../src/offline/outbox-storage.ts';
import { aMessage, anEntry } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';
import { signIn } from '../../support/render.tsx';

vi.mock('../../../src/config/paths.ts', () => ({ paths: { root: '#root' } }));

test('a logout leaves the results that wait and no message', async () => {
  signIn();
  answer('post', 'user/logout', { data: null });
  await putEntry(anEntry());
  await putEntry(aMessage());
  await signOut();
  const text = JSON.stringify(await readEntries());
  expect(await readEntries()).toHaveLength(1);
  for (const personal of ['ada@example.com', '2348030000000', 'My cash', 'token-of-ada']) {
    expect(text).not.toContain(personal);
  }
  expect(localStorage.getItem('football-mastermind')).toBeNull();
});
