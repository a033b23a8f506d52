import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { saveProfile } from '../../../../src/features/profile/details.tsx';
import { readEntries } from '../../../../src/outbox/store.ts';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';

const KEY = 'b2c6f6f0-0000-4000-8000-000000000001';
const PLAYER = aUser().id;
const QUEEN = { name: 'Queen' };

beforeEach(() => signIn());

test('a change that got no answer waits under the key that it was sent with', async () => {
  const seen = answer('put', 'user', 'no answer');
  expect(await saveProfile(QUEEN, PLAYER, KEY)).toEqual({ state: 'saved' });
  expect(seen[0]?.headers.get('Idempotency-Key')).toBe(KEY);
  expect(await readEntries()).toMatchObject([{ key: KEY, change: QUEEN, ownerId: PLAYER }]);
});

test('a change that its first sending is still at work on waits under the same key', async () => {
  answer('put', 'user', { status: 409, code: 'idempotency/running' });
  expect(await saveProfile(QUEEN, PLAYER, KEY)).toEqual({ state: 'saved' });
  expect(await readEntries()).toMatchObject([{ key: KEY }]);
});

test('a phone that knows it has no network asks nobody', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  const seen = answer('put', 'user', 'no answer');
  expect(await saveProfile(QUEEN, PLAYER, KEY)).toEqual({ state: 'saved' });
  expect(await readEntries()).toMatchObject([{ change: QUEEN }]);
  expect(seen).toEqual([]);
});

test('of a player who signed out meanwhile nothing is kept', async () => {
  const { answer: later, release } = held('no answer');
  const seen = answer('put', 'user', later);
  const saving = saveProfile(QUEEN, PLAYER, KEY);
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  updateSession(DEFAULT_SESSION);
  void release();
  await expect(saving).rejects.toMatchObject({ status: 401 });
  expect(await readEntries()).toEqual([]);
});

test('a refusal is thrown, and waits for nothing', async () => {
  answer('put', 'user', { status: 422, code: 'name/invalid', message: 'Not that name.' });
  await expect(saveProfile(QUEEN, PLAYER, KEY)).rejects.toMatchObject({
    message: 'Not that name.',
  });
  expect(await readEntries()).toEqual([]);
});
