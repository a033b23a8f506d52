import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CLOCK_KEY } from '../../../src/config/storage-keys.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { NOON } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';

const HOUR_MS = 3_600_000;
const noon = new Date(NOON).toUTCString();

/** A page opened while this phone's clock is this many days ahead of the server's, where it is noon. */
async function open(days: number) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON + days * DAY_MS });
  vi.resetModules();
  return import('../../../src/lib/server-clock.ts');
}

beforeEach(() => () => void vi.useRealTimers());

describe.each([-4000, -3, 0, 2, 4000])('on a phone %i days ahead', (days) => {
  test('the time is sure from the first reply on, and goes on by itself', async () => {
    const clock = await open(days);
    expect(clock.isTimeSure()).toBe(false);
    expect(clock.serverTime()).toBe(NOON + days * DAY_MS);
    clock.learnTime(noon);
    expect(clock.isTimeSure()).toBe(true);
    expect(clock.serverTime()).toBe(NOON);
    vi.advanceTimersByTime(HOUR_MS);
    expect(clock.serverTime()).toBe(NOON + HOUR_MS);
    expect(clock.isTimeSure()).toBe(true);
  });

  test('the next visit knows by how much, and is not sure before a reply', async () => {
    (await open(days)).learnTime(noon);
    const next = await open(days);
    expect(next.serverTime()).toBe(NOON);
    expect(next.isTimeSure()).toBe(false);
    expect(localStorage.getItem(CLOCK_KEY) === null).toBe(days === 0);
  });

  test('a clock that is put right is not sure before the next reply, which tells', async () => {
    const clock = await open(days);
    clock.learnTime(noon);
    vi.setSystemTime(NOON);
    expect(clock.isTimeSure()).toBe(days === 0);
    clock.learnTime(noon);
    expect(clock.isTimeSure()).toBe(true);
    expect(clock.serverTime()).toBe(NOON);
    expect(localStorage.getItem(CLOCK_KEY)).toBeNull();
  });
});

test('half a minute is the line, not the clock', async () => {
  const clock = await open(0);
  clock.learnTime(new Date(NOON - 30_000).toUTCString());
  expect(clock.serverTime()).toBe(NOON);
});

test.each([null, 'yesterday'])('where a reply tells %s, the time is the phone’s', async (date) => {
  const clock = await open(3);
  clock.learnTime(date);
  expect(clock.isTimeSure()).toBe(true);
  expect(clock.serverTime()).toBe(NOON + 3 * DAY_MS);
});

test.each([null, 'yesterday'])('a later reply that tells %s takes nothing back', async (date) => {
  const clock = await open(3);
  clock.learnTime(noon);
  clock.learnTime(date);
  expect(clock.serverTime()).toBe(NOON);
});

test('a reply that a cache has kept is as old as the cache says', async () => {
  const clock = await open(3);
  clock.learnTime(new Date(NOON - HOUR_MS).toUTCString(), '3600');
  expect(clock.serverTime()).toBe(NOON);
});

test('who waits is told when the time becomes sure and when it is put right, and not by each reply', async () => {
  const clock = await open(3);
  const told = vi.fn();
  const stopped = vi.fn();
  clock.onTimeLearned(told);
  clock.onTimeLearned(stopped)();
  clock.learnTime(noon);
  clock.learnTime(noon);
  expect(told).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOON);
  clock.learnTime(noon);
  expect(told).toHaveBeenCalledTimes(2);
  expect(stopped).not.toHaveBeenCalled();
});

test('a call tells it, and a hotspot’s page does not', async () => {
  vi.resetModules();
  const { isTimeSure } = await import('../../../src/lib/server-clock.ts');
  const { call } = await import('../../../src/lib/http.ts');
  const { getCategories } = await import('../../../src/contract/categories.ts');
  answer('get', 'categories', { raw: '<html>Sign in to the hotspot</html>' });
  await call(getCategories, {}).catch(() => undefined);
  expect(isTimeSure()).toBe(false);
  answer('get', 'categories', { data: [] });
  await call(getCategories, {});
  expect(isTimeSure()).toBe(true);
});

test('the time is the product’s, whatever another service says', async () => {
  vi.resetModules();
  const { isTimeSure } = await import('../../../src/lib/server-clock.ts');
  const { call } = await import('../../../src/lib/http.ts');
  const { getBankList } = await import('../../../src/contract/banks.ts');
  answer('get', '/bank-listing/bank', { data: [] });
  await call(getBankList, {});
  expect(isTimeSure()).toBe(false);
});
