import { setTimeout as wait } from 'node:timers/promises';
import { BASE_PATHS, type Endpoint, pathOf } from '../../src/contract/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/envelope.ts';
import { jitteredBackoffMs } from '../../src/lib/backoff.ts';
import { isPassingAnswer } from '../../src/lib/errors.ts';
import { NAME_HEADER } from './chaos-relay.ts';

/** A run has no days: clients wait so many times shorter than phones do. */
const HURRY = 20;
/** As long as a phone waits for an answer (flows.md#time-limit-of-a-call). */
const TIMEOUT_MS = 30_000;

/** The line that a client has: the relay, its own random numbers, and when to give up. */
export type Line = { url: string; next: () => number; signal: AbortSignal };

/** A call that a client makes until it is answered. */
export type ChaosCall<E extends Endpoint = Endpoint> = {
  /** What the relay knows it by. */
  name: string;
  endpoint: E;
  params?: Record<string, string>;
  query?: Record<string, string>;
  key?: string;
  body?: object;
  /** `Authorization` of a sending. */
  credential?: () => string;
};

/** A definite answer: it stays the same however often the call is sent. */
export type Answer = { status: number; code: string | undefined; body: unknown };

/**
 * Sends a call, always the same and under the same key, until its answer is definite, as the
 * outbox does.
 * @throws what aborts the line
 */
export async function callUntilAnswered(line: Line, call: ChaosCall): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    line.signal.throwIfAborted();
    const answer = await sendOnce(line, call);
    if (answer !== null && !isPassingAnswer(answer)) return answer;
    const waitMs = jitteredBackoffMs(attempt, line.next()) / HURRY;
    await wait(waitMs, undefined, { signal: line.signal });
  }
}

async function sendOnce({ url, signal }: Line, call: ChaosCall): Promise<Answer | null> {
  const { name, endpoint, params = {}, query = {}, key, body, credential } = call;
  const address = `${url}${BASE_PATHS.product}${pathOf(endpoint, params)}`;
  try {
    const response = await fetch(`${address}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: {
        [NAME_HEADER]: name,
        'accept-encoding': 'identity',
        ...(key && { [IDEMPOTENCY_HEADER]: key }),
        ...(credential && { authorization: credential() }),
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(body && { body: JSON.stringify(body) }),
    });
    const read = (await response.json()) as { code?: string };
    return { status: response.status, code: read.code, body: read };
  } catch {
    return null;
  }
}
