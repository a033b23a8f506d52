import { setTimeout as wait } from 'node:timers/promises';
import { BASE_PATHS, type Endpoint, pathOf, type YesOf } from '../../../src/contract/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '../../../src/contract/envelope.ts';
import { readRows } from '../../../src/contract/rows.ts';
import { jitteredBackoffMs } from '../../../src/lib/backoff.ts';
import { isPassingAnswer } from '../../../src/lib/errors.ts';
import { NAME_HEADER } from './relay.ts';

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
  /** Where the endpoint lies, if it is none of the game's own. */
  base?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  key?: string;
  body?: object;
  /** A body as a form, in place of JSON. */
  form?: Record<string, string>;
  /** `Authorization` of a sending. */
  credential?: () => string;
  headers?: Record<string, string>;
};

/** A definite answer: it stays the same however often the call is sent. */
export type Answer = { status: number; code: string | undefined; body: unknown };

/** An answer that the contract rules out. */
export class Breach extends Error {}

/** Lets a client act: a breach it meets is kept, and whatever fails once the line is cut is none. */
export async function keepBreach(
  breaches: string[],
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Breach)) throw error;
    breaches.push(error.message);
  }
}

/**
 * Sends a call, always the same and under the same key, until its answer is definite, as the
 * outbox does.
 * @throws what aborts the line
 */
export async function callUntilAnswered(line: Line, call: ChaosCall): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    line.signal.throwIfAborted();
    const answer = await callOnce(line, call);
    if (answer !== null && !isPassingAnswer(answer)) return answer;
    const waitMs = jitteredBackoffMs(attempt, line.next()) / HURRY;
    await wait(waitMs, undefined, { signal: line.signal });
  }
}

/** Sends a call; `null` where no answer comes. */
export async function callOnce(
  { url, signal }: Pick<Line, 'url' | 'signal'>,
  call: ChaosCall,
): Promise<Answer | null> {
  const { name, endpoint, params = {}, query = {}, key, body, form, credential, headers } = call;
  const { base = BASE_PATHS[endpoint.base ?? 'product'] } = call;
  const address = `${url}${base}${pathOf(endpoint, params)}`;
  try {
    const response = await fetch(`${address}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: {
        ...headers,
        [NAME_HEADER]: name,
        'accept-encoding': 'identity',
        ...(key && { [IDEMPOTENCY_HEADER]: key }),
        ...(credential && { authorization: credential() }),
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: formOf(form) }),
    });
    const read = (await response.json()) as { code?: string };
    return { status: response.status, code: read.code, body: read };
  } catch {
    return null;
  }
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Sends a call until it is answered. Throws Breach where the answer is no yes. */
export async function ask<E extends Endpoint>(line: Line, call: ChaosCall<E>): Promise<YesOf<E>> {
  return yes(call.name, await callUntilAnswered(line, call), call.endpoint);
}

/** A reply that says yes. Throws Breach for any other. */
export function yes<E extends Endpoint>(
  name: string,
  { status, code, body }: Answer,
  endpoint: E,
): YesOf<E> {
  const reply = readRows(endpoint.reply, body);
  const isWhole = reply.success && reply.leftOut.length === 0;
  if (status === 200 && isWhole && reply.output.status) return reply.output as YesOf<E>;
  throw new Breach(`${name}: ${status} ${code ?? 'that cannot be read'}`);
}
