import { act } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/**
 * A clock that stands until a test lets time pass, for the whole file: the page's own clock takes
 * hold of the browser's when it is loaded. Import it before anything of the game. Storage and the
 * API go on by themselves, since they do not wait for time.
 */
vi.useFakeTimers({
  toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  now: Date.UTC(2026, 10, 21, 11),
});

afterAll(() => vi.useRealTimers());

/** Lets what needs no time come to its end: storage, replies, rendering. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    await act(() => new Promise<void>((next) => void setImmediate(next)));
  }
}

/** Lets so many milliseconds pass, and what they bring about come to its end. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await settle();
}

/** Lets so many milliseconds go by in which no timer runs, as on a phone that sleeps; or back. */
export function sleep(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}
