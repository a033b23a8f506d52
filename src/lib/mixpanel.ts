// This chunk is never in the first load. It is fetched when an event waits and the phone is idle.
import { env } from '../config/env.ts';
import type { TrackedEvent } from './analytics.ts';
import { newKey } from './new-key.ts';

const BATCH_EVENTS = 50;
const BATCH_EVERY_MS = 5000;
const TIME_LIMIT_MS = 90_000;
const LONGEST_WAIT_MS = 600_000;
const TEXT_CHARACTERS = 255;

type Sent = { event: string; properties: Record<string, string | number> };

/**
 * A result that calls for a retry, with the wait in milliseconds that Mixpanel asked for (0 if it asked
 * for none). `null` means that the batch needs no retry.
 */
type Answer = { askedMs: number } | null;

/**
 * Starts the analytics with the project's `token` (links.md#analytics). Gives a function that takes an
 * event and sends it with others to Mixpanel's `/track` (ADR-0038). Nothing is kept on the phone, so an
 * event that a closed page could not send is lost. Waiting events are dropped once `isWanted` gives
 * `false`.
 */
export function startMixpanel(
  token: string,
  isWanted: () => boolean,
): (event: TrackedEvent) => void {
  // Mixpanel counts visitors by this id. It is new for each page load, so each load counts as another
  // visitor.
  const page = `$device:${newKey()}`;
  let waiting: Sent[] = [];
  let waitMs = BATCH_EVERY_MS;
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function send(): Promise<void> {
    if (isSending) return;
    clearTimeout(timer);
    timer = undefined;
    if (!isWanted()) waiting = [];
    const batch = waiting.slice(0, BATCH_EVENTS);
    if (batch.length === 0) return;
    isSending = true;
    const answer = await post(batch);
    isSending = false;
    if (answer) {
      waitMs = Math.min(LONGEST_WAIT_MS, answer.askedMs || waitMs * 2);
    } else {
      waiting = waiting.slice(batch.length);
      waitMs = BATCH_EVERY_MS;
    }
    schedule();
  }

  function schedule(): void {
    if (!isSending && waiting.length > 0) timer ??= setTimeout(send, waitMs);
  }

  // A page that is hidden may be closed without coming back, so it sends its events at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void send();
  });

  return ({ name, at }) => {
    const properties = { token, distinct_id: page, $insert_id: newKey(), time: at / 1000 };
    waiting.push({ event: name.slice(0, TEXT_CHARACTERS), properties });
    schedule();
  };
}

/**
 * Sends a batch as a form, because browsers send a form without a preflight request. Mixpanel
 * recognises a repeated event by its `$insert_id`.
 */
async function post(batch: readonly Sent[]): Promise<Answer> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIME_LIMIT_MS);
  try {
    const { status, headers } = await fetch(`${env.analyticsUrl}/track/?ip=0`, {
      method: 'POST',
      body: new URLSearchParams({ data: JSON.stringify(batch) }),
      credentials: 'omit',
      keepalive: true,
      signal: late.signal,
    });
    if (status !== 429 && status < 500) return null;
    return { askedMs: Number(headers.get('Retry-After')) * 1000 };
  } catch {
    return { askedMs: 0 };
  } finally {
    clearTimeout(timer);
  }
}
