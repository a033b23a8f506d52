import ky, { isHTTPError } from 'ky';
import * as v from 'valibot';
import { env } from '../config/env.ts';
import {
  type Base,
  type Endpoint,
  pathOf,
  type RequestOf,
  type YesOf,
} from '../contract/endpoint.ts';
import { failureSchema, IDEMPOTENCY_HEADER, ROUND_CREDENTIAL } from '../contract/envelope.ts';
import { oddFields, readRows } from '../contract/rows.ts';
import { MINUTE_MS } from '../rules/calendar.ts';
import { ApiError, NetworkError } from './errors.ts';
import { newKey } from './new-key.ts';
import { noteAnswered, noteRead } from './reachability.ts';
import { learnTime } from './server-clock.ts';

/** A call without an answer gives up after so long (errors.md#time-limit-of-a-call). */
const TIMEOUT_MS = 30_000;
const LONG_TIMEOUT_MS = 5 * MINUTE_MS;

/** No reply of the contract comes near this many characters, but one: a longer one is not read. */
const REPLY_MAX_CHARS = 500_000;
/** All that is kept about somebody who has played for years. */
const LONG_REPLY_MAX_CHARS = 30_000_000;

const MESSAGE_MAX_CHARS = 300;

const BASE_URLS: Record<Base, string> = {
  product: env.apiUrl,
  v1: env.apiV1Url,
  mobileMoney: env.mobileMoneyUrl,
  bankListing: env.bankListingUrl,
};

/** The player's token, or the secret of the round that delivers itself. */
type Credential = { token: string } | { roundSecret: string };

export type CallOptions<E extends Endpoint> = RequestOf<E> &
  // A call that counts each time needs a key.
  (E['effect'] extends 'keyed' ? { key: string } : { key?: string | undefined }) & {
    /** A secret only where the endpoint takes one. */
    credential?: E['who'] extends 'round' ? Credential : { token: string };
    /** The call goes on when the page is left. */
    keepalive?: boolean;
    /** The reply may be a file of a player's own, and take long. */
    isLong?: boolean;
    signal?: AbortSignal | undefined;
  };

export type AnyOptions = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** Makes a changing call count once. Sent only where the API takes our additions. */
  key?: string | undefined;
  credential?: Credential;
  keepalive?: boolean;
  isLong?: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Calls an endpoint once (the query client and the outbox repeat) and gives its reply, read by its
 * schema. Throws ApiError for a status of 400 or more, an expected 'no' (`status: false`) and a
 * reply that the contract does not know (`reply/unreadable`), NetworkError without an answer
 * (errors.md#error-objects).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<YesOf<E>> {
  const reply = send(endpoint, options);
  // A call that changes something or asks a third party may wait for others: an operator, a bank.
  if (endpoint.effect === 'safe' && !endpoint.base && !options.isLong) {
    noteRead(reply, performance.now());
  }
  return readReply(endpoint, await reply);
}

/** Reads a call's answer by its schema; throws ApiError as `call` does. */
export function readReply<E extends Endpoint>(endpoint: E, body: unknown): YesOf<E> {
  const reply = readRows(endpoint.reply, body);
  if (reply.leftOut.length > 0) reportOdd(endpoint, reply.leftOut);
  if (reply.success && reply.output.status) return reply.output as YesOf<E>;
  const refusal = v.safeParse(v.object({ status: v.literal(false) }), body);
  if (refusal.success) throw apiError(body, 200, null);
  throw new ApiError(
    'The server sent something this app cannot read. Please try again.',
    200,
    'reply/unreadable',
  );
}

/** The operator gets a report of rows that were left out, as of an error (errors.md#odd-rows). */
function reportOdd({ method, path }: Endpoint, issues: Parameters<typeof oddFields>[0]): void {
  // An API without our additions takes no reports.
  if (!env.hasAdditions) return;
  const thrown = new Error(`${method} ${path} has odd rows, by ${oddFields(issues)}`);
  (globalThis as { heard?: object[] }).heard?.push({ thrown, path: location.pathname });
}

async function send(endpoint: Endpoint, options: AnyOptions): Promise<unknown> {
  const { query, body, keepalive, isLong, signal } = options;
  try {
    const reply = ky(addressOf(endpoint, options), {
      method: endpoint.method,
      retry: 0,
      timeout: isLong ? LONG_TIMEOUT_MS : TIMEOUT_MS,
      // No cache keeps a reply to anything but a GET: 43 bytes of headers would say so.
      ...(endpoint.method === 'GET' && { cache: 'no-store' as const }),
      headers: headersOf(options),
      ...(query && { searchParams: query }),
      ...(body !== undefined &&
        (endpoint.bodyAs === 'form' ? { body: formOf(body) } : { json: body })),
      ...(keepalive && { keepalive }),
      ...(signal && { signal }),
    });
    // Not `(await reply).text()`: that would time the headers alone, and a half-open line stalls
    // in the body.
    const text = await reply.text();
    noteAnswered(true);
    const read = parseJson(text, isLong ? LONG_REPLY_MAX_CHARS : REPLY_MAX_CHARS);
    // A hotspot's page has a clock of its own.
    if (read !== undefined) noteTime(endpoint, (await reply).headers);
    return read;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (isHTTPError(error)) {
      noteAnswered(true);
      const { status, headers } = error.response;
      throw apiError(error.data, status, retryAfterMs(headers.get('Retry-After')));
    }
    noteAnswered(false);
    throw new NetworkError({ cause: error });
  }
}

/** The time is the product's: another service may keep its `Date` to itself. */
function noteTime({ base }: Endpoint, headers: Headers): void {
  if ((base ?? 'product') === 'product') learnTime(headers.get('Date'), headers.get('Age'));
}

/** Gives a call's address, without its query. */
export function addressOf(endpoint: Endpoint, { params = {} }: AnyOptions): URL {
  const path = `${BASE_URLS[endpoint.base ?? 'product']}${pathOf(endpoint, params)}`;
  return new URL(path, location.origin);
}

/** Gives the caller's credential, and the key that makes a changing call count once. */
export function headersOf({ credential, key }: AnyOptions): Record<string, string> {
  return {
    ...(credential && { Authorization: authorization(credential) }),
    ...(key && env.hasAdditions && { [IDEMPOTENCY_HEADER]: key }),
  };
}

/** The fields of a form: a missing value is no field. */
export function formOf(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields as Record<string, string | Blob | undefined>))
    if (value !== undefined) form.append(name, value);
  return form;
}

function authorization(credential: Credential): string {
  return 'token' in credential
    ? `Bearer ${credential.token}`
    : `${ROUND_CREDENTIAL} ${credential.roundSecret}`;
}

/** A reply's JSON; `undefined` for a text that is none, or longer than its reply may be. */
export function parseJson(text: string, maxChars = REPLY_MAX_CHARS): unknown {
  if (text.length > maxChars) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The failure of a call with a status, its parsed body and the asked wait in milliseconds: the
 * response's message, else its data if that is text (errors.md#error-objects).
 */
export function apiError(body: unknown, status: number, waitMs: number | null): ApiError {
  const read = v.safeParse(failureSchema, body);
  const failure = read.success ? read.output : undefined;
  const data = typeof failure?.data === 'string' ? failure.data : null;
  const message = failure?.message || data || 'Something went wrong. Please try again.';
  // A hotspot's or a proxy's own page is no answer of the API.
  const code = failure ? (failure.code ?? 'unknown') : 'reply/unreadable';
  return new ApiError(message.slice(0, MESSAGE_MAX_CHARS), status, code, {
    retryAfterMs: waitMs,
    meta: metaOf(body),
  });
}

function metaOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'meta' in body ? body.meta : undefined;
}

/** `Retry-After` in seconds to milliseconds; `null` for its date form and for none. */
export function retryAfterMs(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

/** A key and its call's payload, as JSON. */
type Keyed = { payload: string; key: string };

/**
 * Idempotency keys by payload: the same payload keeps its key, so a second press after a dropped reply is the
 * same call; another payload gets a new key. `last` is the last call before the page was loaded anew.
 */
export function keyKeeper(last: Keyed = { payload: '', key: '' }): (payload: unknown) => string {
  return (payload) => {
    const text = JSON.stringify(payload);
    if (last.payload !== text) last = { payload: text, key: newKey() };
    return last.key;
  };
}
