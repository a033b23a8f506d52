import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

const MORE_THAN_A_LOOK_MS = 700;
const AT_ONCE_MS = 5;

/** Makes each poll of the still dashboard follow the last at once, in all tests of a file. */
export function hurryLooks(): void {
  let hurry: NodeJS.Timeout;
  beforeEach(() => {
    const inTime = setInterval;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    hurry = inTime(() => vi.advanceTimersByTime(MORE_THAN_A_LOOK_MS), AT_ONCE_MS);
  });
  afterEach(() => {
    vi.useRealTimers();
    clearInterval(hurry);
  });
}

/** Two polls of the dashboard, and their effects. */
export async function twoLooks(): Promise<void> {
  for (let look = 0; look < 2; look += 1) {
    await act(() => vi.advanceTimersByTimeAsync(MORE_THAN_A_LOOK_MS));
  }
}
