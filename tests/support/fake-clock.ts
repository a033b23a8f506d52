import { act } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/**
 * A clock that is stopped until a test lets time pass, for the whole file: the page's own clock
 * takes the browser's when it is loaded. Import it before anything of the game. Storage and the API
 * continue by themselves, since they do not depend on time.
 */
vi.useFakeTimers({
  toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  now: Date.UTC(2026, 10, 21, 11),
});

afterAll(() => vi.useRealTimers());

/** Completes everything that needs no time: storage, replies, rendering. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    await act(() => new Promise<void>((next) => void setImmediate(next)));
  }
}

/** Lets this many milliseconds pass, and completes their effects. */
export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await settle();
}

/** Lets this many milliseconds pass without timers, as on a phone that sleeps; negative goes back. */
export function sleep(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}
