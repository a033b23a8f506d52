import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { QUERY_DB } from '../../../src/config/storage-keys.ts';
import { phoneStore } from '../../../src/lib/phone-store.ts';
import { forgetCopies, keepCopy, openCopies } from '../../../src/offline/query-persister.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';

const KEY = ['player-1', 'plays'];

afterEach(() => forgetCopies());

/** A phone that has kept a read. */
async function kept(data: object) {
  const client = new QueryClient();
  client.setQueryData(KEY, data);
  keepCopy(client, KEY);
  await vi.waitFor(async () => {
    const next = new QueryClient();
    await openCopies(next);
    expect(next.getQueryData(KEY)).toEqual(data);
  });
}

test('copies are in memory before a screen asks, and are asked for anew', async () => {
  await kept({ left: 40 });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  await openCopies(client);
  expect(client.getQueryData(KEY)).toEqual({ left: 40 });
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
});

test('a copy that comes late does not take the place of an answer', async () => {
  await kept({ left: 40 });
  const client = new QueryClient();
  client.setQueryData(KEY, { left: 39 });
  await openCopies(client);
  expect(client.getQueryData(KEY)).toEqual({ left: 39 });
});

test('a copy is worth a week', async () => {
  await kept({ left: 40 });
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * DAY_MS);
  onTestFinished(() => later.mockRestore());
  const client = new QueryClient();
  await openCopies(client);
  expect(client.getQueryData(KEY)).toBeUndefined();
  later.mockRestore();
  await vi.waitFor(async () => {
    const next = new QueryClient();
    await openCopies(next);
    expect(next.getQueryData(KEY)).toBeUndefined();
  });
});

test('a copy that an older version of the app kept in another shape is dropped, the others are shown', async () => {
  const copies = phoneStore<unknown>(QUERY_DB, 'copies');
  await copies.write('a', { buster: '1', rows: [] });
  await copies.write('b', null);
  await kept({ left: 40 });
  expect([...((await copies.readAll()) ?? [])]).toHaveLength(1);
});
