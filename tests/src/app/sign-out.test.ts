import { beforeEach, expect, test, vi } from 'vitest';
import { leaveDeleted, signOut } from '../../../src/app/sign-out.ts';
import { PASS_KEY, SESSION_KEY } from '../../../src/config/storage-keys.ts';
import { keepArrival, readArrival } from '../../../src/features/sign-in/arrival.ts';
import { leaveFor } from '../../../src/lib/leave.ts';
import { putEntry, readEntries } from '../../../src/outbox/store.ts';
import { missedPlaceOf, practices } from '../../../src/round/missed.ts';
import { readRounds, saveRound } from '../../../src/round/store.ts';
import { keepPlayer } from '../../../src/session/session.ts';
import { aMessage, anEntry, aRound, aUser } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';
import { signIn } from '../../support/render.tsx';

vi.mock('../../../src/lib/leave.ts', () => ({ leaveFor: vi.fn(), openTab: vi.fn() }));

beforeEach(() => {
  vi.mocked(leaveFor).mockClear();
  signIn();
});

test('signing out ends the session on the server, and leaves nothing of the player', async () => {
  const seen = answer('post', 'user/logout', { data: null });
  keepArrival('?social=Instagram');
  await signOut();
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect(readArrival()).toEqual({ social: null, source: null, entry: null, campaign: null });
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith('/');
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
});

test.each([['no answer' as const], [{ status: 500, code: 'server/error' }]])(
  'a server that answers %j holds nobody',
  async (reply) => {
    const seen = answer('post', 'user/logout', reply);
    await signOut();
    expect(leaveFor).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
  },
);

test('a logout leaves the results that wait and no message', async () => {
  answer('post', 'user/logout', { data: null });
  for (const key of ['fom-arrival', 'fom-sign-up', 'fom-link', 'fom-drafts'])
    sessionStorage.setItem(key, 'x');
  localStorage.setItem('fom-payment', '{"payer":{"msisdn":"08030000000"}}');
  await putEntry(anEntry());
  await putEntry(aMessage());
  await signOut();
  expect(localStorage.getItem('fom-payment')).toBeNull();
  const text = JSON.stringify(await readEntries());
  expect(await readEntries()).toHaveLength(1);
  for (const personal of ['ada@example.com', '2348030000000', 'My cash', 'token-of-ada']) {
    expect(text).not.toContain(personal);
  }
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect({ ...sessionStorage }).toEqual({ 'fom-left': 'out' });
});

test('a logout forgets the mistakes to practise, and who plays with this phone', async () => {
  answer('post', 'user/logout', { data: null });
  sessionStorage.setItem(PASS_KEY, '{"game":{"names":["Musa","Zainab"]}}');
  await practices.write('practice-player-1', { mistakes: [], wonBack: 3 });
  await practices.write(missedPlaceOf('player-1'), []);
  await signOut();
  expect((await practices.readAll()).all).toEqual([]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Musa');
});

test('a reply that comes during a logout signs nobody in again', async () => {
  answer('post', 'user/logout', { data: null });
  const leaving = signOut();
  keepPlayer(aUser(), 'late');
  await leaving;
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test('after the account was deleted its rounds go too, and the landing is told to say so', async () => {
  answer('post', 'user/logout', { data: null });
  const { id } = aUser();
  await saveRound(aRound({ playerId: id }));
  localStorage.setItem('fom-analytics', 'on');
  await leaveDeleted(id);
  expect(await readRounds(id)).toEqual([]);
  expect({ ...localStorage }).toEqual({});
  expect({ ...sessionStorage }).toEqual({ 'fom-left': 'deleted' });
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith('/');
});
