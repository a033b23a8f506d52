import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { QUERY_DB } from '../../../src/config/storage-keys.ts';
import { phoneStore } from '../../../src/lib/phone-store.ts';
import {
  dropOldCopies,
  forgetCopies,
  keepCopy,
  openCopies,
} from '../../../src/offline/query-persister.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { NOON } from '../../support/builders.ts';
import { CLOCKS_PUT, phoneAhead, replyAt } from '../../support/phone-clock.ts';

const KEY = ['player-1', 'plays'];

afterEach(() => forgetCopies());

/** A phone that has a stored read. */
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

/** The stored read of a page opened now, after old copies were dropped. */
async function leftOfIt() {
  await dropOldCopies();
  const client = new QueryClient();
  await openCopies(client);
  return client.getQueryData(KEY);
}

test.each(CLOCKS_PUT)(
  'on a phone %i days ahead that is put %i ahead a copy is worth a week',
  async (before, after) => {
    phoneAhead(before);
    replyAt();
    await kept({ left: 40 });
    for (const days of [after, before]) {
      phoneAhead(days);
      expect(await leftOfIt()).toEqual({ left: 40 });
      replyAt(NOON + 6 * DAY_MS);
      phoneAhead(days, NOON + 6 * DAY_MS);
      replyAt(NOON + 6 * DAY_MS);
      expect(await leftOfIt()).toEqual({ left: 40 });
    }
    phoneAhead(after, NOON + 8 * DAY_MS);
    expect(await leftOfIt()).toEqual({ left: 40 });
    replyAt(NOON + 8 * DAY_MS);
    await vi.waitFor(async () => expect(await leftOfIt()).toBeUndefined());
  },
);

test('a copy that an older version of the app kept in another shape is dropped, the others are shown', async () => {
  const copies = phoneStore<unknown>(QUERY_DB, 'copies');
  await copies.write('a', { buster: '1', rows: [] });
  await copies.write('b', null);
  await kept({ left: 40 });
  expect([...((await copies.readAll()) ?? [])]).toHaveLength(1);
});

test('a copy of another shape does not keep an old one from being dropped', async () => {
  phoneAhead(0);
  replyAt();
  await kept({ left: 40 });
  const copies = phoneStore<unknown>(QUERY_DB, 'copies');
  await copies.write('a', null);
  await copies.write('b', { buster: '1', rows: [] });
  phoneAhead(0, NOON + 8 * DAY_MS);
  replyAt(NOON + 8 * DAY_MS);
  await dropOldCopies();
  await vi.waitFor(async () => {
    const keys = [...((await copies.readAll()) ?? [])].map(([key]) => key);
    expect(keys).toEqual(['a', 'b']);
  });
});
