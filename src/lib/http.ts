import ky, { isHTTPError } from 'ky';
import * as v from 'valibot';
import { env } from '../config/env.ts';
import { failureSchema, IDEMPOTENCY_HEADER, ROUND_CREDENTIAL } from '../contract/envelope.ts';
import { ApiError, NetworkError } from './errors.ts';
import { noteAnswered } from './reachability.ts';

/**
 * A call gives up after this long without an answer, in milliseconds
 * (flows.md#time-limit-of-a-call).
 */
const TIMEOUT_MS = 30_000;

/** No reply of the contract comes near this many characters: a longer one is not read. */
const REPLY_MAX_CHARS = 500_000;

/** What is shown of a server's message, in characters. */
const MESSAGE_MAX_CHARS = 300;

/** What a reply's schema must read: the envelope of the contract. */
type Envelope = { status: boolean };

/** A reply that says yes. */
type Yes<Reply extends Envelope> = Extract<Reply, { status: true }>;

/** One call of the contract. */
export type Call<Schema extends v.GenericSchema<unknown, Envelope>> = {
  method: 'get' | 'post' | 'put' | 'patch';
  /** Another base than the product API's: `v1` for `POST /contact` (contract). */
  base?: 'v1';
  /** The path under the API's base, without a leading slash. */
  path: string;
  /** How the reply is read. */
  reply: Schema;
  query?: Record<string, string | number>;
  json?: unknown;
  /** The player's token, or the secret of the round that delivers itself. */
  credential?: { token: string } | { roundSecret: string };
  /** Makes a changing call count once. Sent only where the API takes our additions. */
  key?: string;
  /** The call goes on when the page is left. */
  keepalive?: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Makes one call, once: nothing here tries again (the query client and the outbox do).
 * @returns the reply that said yes, read by the schema: `data` and `meta`
 * @throws ApiError for a status of 400 or more, an expected 'no' (`status: false`) and a reply
 *   that the contract does not know (`reply/unreadable`)
 * @throws NetworkError when there was no answer (flows.md#error-objects)
 */
export async function call<Schema extends v.GenericSchema<unknown, Envelope>>(
  options: Call<Schema>,
): Promise<Yes<v.InferOutput<Schema>>> {
  const body = await send(options);
  const reply = v.safeParse(options.reply, body);
  if (reply.success && reply.output.status) return reply.output as Yes<v.InferOutput<Schema>>;
  const refusal = v.safeParse(v.object({ status: v.literal(false) }), body);
  if (refusal.success) throw apiError(body, 200, null);
  throw new ApiError(
    'The server sent something this app cannot read. Please try again.',
    200,
    'reply/unreadable',
  );
}

async function send(options: Call<v.GenericSchema<unknown, Envelope>>): Promise<unknown> {
  const { method, base, path, query, json, credential, key, keepalive, signal } = options;
  try {
    const reply = ky(new URL(`${base ? env.apiV1Url : env.apiUrl}/${path}`, location.origin), {
      method,
      retry: 0,
      timeout: TIMEOUT_MS,
      cache: 'no-store',
      headers: {
        ...(credential && { Authorization: authorization(credential) }),
        ...(key && env.hasAdditions && { [IDEMPOTENCY_HEADER]: key }),
      },
      ...(query && { searchParams: query }),
      ...(json !== undefined && { json }),
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

function authorization(credential: { token: string } | { roundSecret: string }): string {
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

/**
 * The error rules (flows.md#error-objects): the response's message, else its data if that is text.
 */
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
