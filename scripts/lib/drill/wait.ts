import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 200;
const ANSWER_MS = 2_000;

/** Whether an address says yes. */
export async function isYes(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}

/** What is waited for, and for how long. */
type Awaited = { what: string; ms: number; signal: AbortSignal };

/** Looks again and again until it is so. Throws what aborts the signal, and where it takes too long. */
export async function until(
  isSo: () => Promise<boolean>,
  { what, ms, signal }: Awaited,
): Promise<void> {
  const limit = AbortSignal.timeout(ms);
  while (!(await isSo())) {
    signal.throwIfAborted();
    if (limit.aborted) throw new Error(`Not within ${ms / 1000} s: ${what}.`);
    await wait(LOOK_EVERY_MS);
  }
}
