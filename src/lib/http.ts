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

/** How long a call waits for its answer before it gives up (errors.md#time-limit-of-a-call). */
const TIMEOUT_MS = 30_000;
const LONG_TIMEOUT_MS = 5 * MINUTE_MS;

/** The longest reply that is read, in characters. All replies of the contract but one are far shorter. */
const REPLY_MAX_CHARS = 500_000;
/** The same limit for the file of all data about a player, who may have played for years. */
const LONG_REPLY_MAX_CHARS = 30_000_000;

const MESSAGE_MAX_CHARS = 300;

const BASE_URLS: Record<Base, string> = {
  product: env.apiUrl,
  v1: env.apiV1Url,
  mobileMoney: env.mobileMoneyUrl,
  bankListing: env.bankListingUrl,
};

/** The player's token, or the round's own credential. */
type Credential = { token: string } | { roundSecret: string };

export type CallOptions<E extends Endpoint> = RequestOf<E> &
  // A call that counts each time it arrives needs an idempotency key.
  (E['effect'] extends 'keyed' ? { key: string } : { key?: string | undefined }) & {
    /** A round's own credential is possible only where the endpoint takes it. */
    credential?: E['who'] extends 'round' ? Credential : { token: string };
    /** The call continues when the player leaves the page. */
    keepalive?: boolean;
    /** The reply may be a file of the player's own data, which may be large and take long. */
    isLong?: boolean;
    signal?: AbortSignal | undefined;
  };

export type AnyOptions = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  /**
   * The idempotency key, which makes a changing call count once. Sent only where the API takes our
   * additions.
   */
  key?: string | undefined;
  credential?: Credential;
  keepalive?: boolean;
  isLong?: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Calls an endpoint once and gives its reply, parsed by its schema. The query client and the outbox try
 * again; this function does not. Throws ApiError for a status of 400 or more, for an expected 'no'
 * (`status: false`) and for a reply that does not fit the contract (`reply/unreadable`). Throws
 * NetworkError if no answer came (errors.md#error-objects).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<YesOf<E>> {
  const reply = send(endpoint, options);
  // Other calls do not show how fast the network is: they may wait for an operator or a bank.
  if (endpoint.effect === 'safe' && !endpoint.base && !options.isLong) {
    noteRead(reply, performance.now());
  }
  return readReply(endpoint, await reply);
}

/** Parses a call's answer by its schema. Throws ApiError as `call` does. */
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

/**
 * Reports rows that were left out to the operator, in the way that errors are reported
 * (errors.md#odd-rows).
 */
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
      // Browsers cache only replies to GET. Other calls save the 43 bytes of headers that this option
      // costs.
      ...(endpoint.method === 'GET' && { cache: 'no-store' as const }),
      headers: headersOf(options),
      ...(query && { searchParams: query }),
      ...(body !== undefined &&
        (endpoint.bodyAs === 'form' ? { body: formOf(body) } : { json: body })),
      ...(keepalive && { keepalive }),
      ...(signal && { signal }),
    });
    // Not `(await reply).text()`: its time limit would cover the headers only, and a half-open
    // connection can stall in the body.
    const text = await reply.text();
    noteAnswered(true);
    const read = parseJson(text, isLong ? LONG_REPLY_MAX_CHARS : REPLY_MAX_CHARS);
    // The page of a Wi-Fi hotspot comes with another clock's time.
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

/**
 * Learns the time from replies of the product's API only, because another service may not send its
 * `Date`.
 */
function noteTime({ base }: Endpoint, headers: Headers): void {
  if ((base ?? 'product') === 'product') learnTime(headers.get('Date'), headers.get('Age'));
}

/** Gives a call's address, without its query. */
export function addressOf(endpoint: Endpoint, { params = {} }: AnyOptions): URL {
  const path = `${BASE_URLS[endpoint.base ?? 'product']}${pathOf(endpoint, params)}`;
  return new URL(path, location.origin);
}

/** Gives the headers for the caller's credential and for the idempotency key. */
export function headersOf({ credential, key }: AnyOptions): Record<string, string> {
  return {
    ...(credential && { Authorization: authorization(credential) }),
    ...(key && env.hasAdditions && { [IDEMPOTENCY_HEADER]: key }),
  };
}

/** Makes a form of fields. A missing value adds no field. */
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

/** Parses a reply as JSON. Gives `undefined` if it is not JSON or is too long. */
export function parseJson(text: string, maxChars = REPLY_MAX_CHARS): unknown {
  if (text.length > maxChars) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Makes the error for a failed call, from its status, its parsed body and the wait that the server
 * asked for, in milliseconds. Its text is the body's message, or else its data if that is text
 * (errors.md#error-objects).
 */
export function apiError(body: unknown, status: number, waitMs: number | null): ApiError {
  const read = v.safeParse(failureSchema, body);
  const failure = read.success ? read.output : undefined;
  const data = typeof failure?.data === 'string' ? failure.data : null;
  const message = failure?.message || data || 'Something went wrong. Please try again.';
  // The page of a Wi-Fi hotspot or proxy is not an answer of the API.
  const code = failure ? (failure.code ?? 'unknown') : 'reply/unreadable';
  return new ApiError(message.slice(0, MESSAGE_MAX_CHARS), status, code, {
    retryAfterMs: waitMs,
    meta: metaOf(body),
  });
}

function metaOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'meta' in body ? body.meta : undefined;
}

/**
 * Turns `Retry-After` from seconds into milliseconds. Gives `null` for its date form and for a missing
 * header.
 */
export function retryAfterMs(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

/** An idempotency key with the payload of its call, as JSON. */
type Keyed = { payload: string; key: string };

/**
 * Keeps an idempotency key for a payload, so that a second press after a lost reply repeats the same
 * call. Another payload gets a new key. `last` is the last call before the page was reloaded.
 */
export function keyKeeper(last: Keyed = { payload: '', key: '' }): (payload: unknown) => string {
  return (payload) => {
    const text = JSON.stringify(payload);
    if (last.payload !== text) last = { payload: text, key: newKey() };
    return last.key;
  };
}
