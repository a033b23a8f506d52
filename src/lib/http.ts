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
import { ApiError, NetworkError } from './errors.ts';
import { noteAnswered } from './reachability.ts';

/** After which a call without an answer gives up (flows.md#time-limit-of-a-call). */
const TIMEOUT_MS = 30_000;

/** No reply of the contract comes near this many characters: a longer one is not read. */
const REPLY_MAX_CHARS = 500_000;

const MESSAGE_MAX_CHARS = 300;

const BASE_URLS: Record<Base, string> = {
  product: env.apiUrl,
  v1: env.apiV1Url,
  mobileMoney: env.mobileMoneyUrl,
};

/** The player's token, or the secret of the round that delivers itself. */
type Credential = { token: string } | { roundSecret: string };

export type CallOptions<E extends Endpoint> = RequestOf<E> &
  // What counts each time cannot be called without a key.
  (E['effect'] extends 'keyed' ? { key: string } : { key?: string | undefined }) & {
    /** A secret only where the endpoint takes one. */
    credential?: E['who'] extends 'round' ? Credential : { token: string };
    /** The call goes on when the page is left. */
    keepalive?: boolean;
    signal?: AbortSignal | undefined;
  };

type AnyOptions = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** Makes a changing call count once. Sent only where the API takes our additions. */
  key?: string | undefined;
  credential?: Credential;
  keepalive?: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Calls an endpoint once (the query client and the outbox repeat) and gives its reply, read by its
 * schema. Throws ApiError for a status of 400 or more, an expected 'no' (`status: false`) and a
 * reply that the contract does not know (`reply/unreadable`), NetworkError without an answer
 * (flows.md#error-objects).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<YesOf<E>> {
  const body = await send(endpoint, options);
  const reply = v.safeParse(endpoint.reply, body);
  if (reply.success && reply.output.status) return reply.output as YesOf<E>;
  const refusal = v.safeParse(v.object({ status: v.literal(false) }), body);
  if (refusal.success) throw apiError(body, 200, null);
  throw new ApiError(
    'The server sent something this app cannot read. Please try again.',
    200,
    'reply/unreadable',
  );
}

async function send(endpoint: Endpoint, options: AnyOptions): Promise<unknown> {
  const { params = {}, query, body, credential, key, keepalive, signal } = options;
  const url = `${BASE_URLS[endpoint.base ?? 'product']}${pathOf(endpoint, params)}`;
  try {
    const reply = ky(new URL(url, location.origin), {
      method: endpoint.method,
      retry: 0,
      timeout: TIMEOUT_MS,
      // What is not a GET is kept nowhere: 43 bytes of headers would say so.
      ...(endpoint.method === 'GET' && { cache: 'no-store' as const }),
      headers: {
        ...(credential && { Authorization: authorization(credential) }),
        ...(key && env.hasAdditions && { [IDEMPOTENCY_HEADER]: key }),
      },
      ...(query && { searchParams: query }),
      ...(body !== undefined && { json: body }),
      ...(keepalive && { keepalive }),
      ...(signal && { signal }),
    });
    // Not `(await reply).text()`: that would time the headers alone, and a half-open line stalls
    // in the body.
    const text = await reply.text();
    noteAnswered(true);
    return parseJson(text);
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

function authorization(credential: Credential): string {
  return 'token' in credential
    ? `Bearer ${credential.token}`
    : `${ROUND_CREDENTIAL} ${credential.roundSecret}`;
}

function parseJson(text: string): unknown {
  if (text.length > REPLY_MAX_CHARS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The response's message, else its data if that is text (flows.md#error-objects). */
function apiError(body: unknown, status: number, waitMs: number | null): ApiError {
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
function retryAfterMs(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
