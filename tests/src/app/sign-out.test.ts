import { expect, test, vi } from 'vitest';
import { signOut } from '../../../src/app/sign-out.ts';
import { putEntry, readEntries } from '../../../src/outbox/store.ts';
import { keepPlayer } from '../../../src/session/session.ts';
import { aMessage, anEntry, aUser } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';
import { signIn } from '../../support/render.tsx';

vi.mock('../../../src/config/paths.ts', () => ({ paths: { root: '#root' } }));

test('a logout leaves the results that wait and no message', async () => {
  signIn();
  answer('post', 'user/logout', { data: null });
  for (const key of ['fom-arrival', 'fom-sign-up', 'fom-link']) sessionStorage.setItem(key, 'x');
  await putEntry(anEntry());
  await putEntry(aMessage());
  await signOut();
  const text = JSON.stringify(await readEntries());
  expect(await readEntries()).toHaveLength(1);
  for (const personal of ['ada@example.com', '2348030000000', 'My cash', 'token-of-ada']) {
    expect(text).not.toContain(personal);
  }
  expect(localStorage.getItem('football-mastermind')).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('a reply that comes during a logout signs nobody in again', async () => {
  signIn();
  answer('post', 'user/logout', { data: null });
  const leaving = signOut();
  keepPlayer(aUser(), 'late');
  await leaving;
  expect(localStorage.getItem('football-mastermind')).toBeNull();
});
