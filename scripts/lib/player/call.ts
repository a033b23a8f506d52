import { BASE_PATHS, type Endpoint, pathOf, type YesOf } from '../../../src/contract/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '../../../src/contract/envelope.ts';
import { readRows } from '../../../src/contract/rows.ts';

/** How long a phone waits for an answer (errors.md#time-limit-of-a-call). */
export const TIMEOUT_MS = 30_000;

/** A call of the API, as a phone makes it. */
export type Call<E extends Endpoint = Endpoint> = {
  endpoint: E;
  /** The call's name among its player's calls, for messages and for a relay. */
  name?: string;
  /** The base of the endpoint's address, if it is not the game's own base. */
  base?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  key?: string;
  body?: object;
  /** A body as a form, in place of JSON. */
  form?: Record<string, string>;
  /** The value of `Authorization`. A function is called each time the call is sent. */
  credential?: string | (() => string);
  headers?: Record<string, string>;
};

/** A call as it is sent. Its body is JSON unless it is a form. */
export type Request = {
  method: Endpoint['method'];
  path: string;
  headers: Record<string, string>;
  body?: object | FormData;
};

/** A reply of the API, with its body unchecked. */
export type Reply = {
  status: number;
  headers: Record<string, unknown>;
  body: {
    status: boolean;
    data: unknown;
    meta?: Record<string, unknown>;
    message?: string;
    code?: string;
  };
};

/** Sends a request to an API and gives its reply: by `fetch`, to an app without a port, or through a page. */
export type Send = (request: Request) => Promise<Reply>;

/** Makes a call and gives its reply. The call is sent once, or until an answer comes. */
export type Api = (call: Call) => Promise<Reply>;

/** An answer that the contract rules out. */
export class Breach extends Error {}

/** An answer that is not JSON. */
export class NotJson extends Error {}

/** Sends each call once. */
export function apiOver(send: Send): Api {
  return (call) => send(requestOf(call));
}

/** Makes the request of a call. */
export function requestOf(call: Call): Request {
  const { endpoint, params = {}, query, key, body, form, credential, headers } = call;
  const { base = BASE_PATHS[endpoint.base ?? 'product'] } = call;
  const authorization = typeof credential === 'function' ? credential() : credential;
  const search = query ? `?${new URLSearchParams(query)}` : '';
  return {
    method: endpoint.method,
    path: `${base}${pathOf(endpoint, params)}${search}`,
    headers: {
      ...(authorization && { authorization }),
      ...(key && { [IDEMPOTENCY_HEADER]: key }),
      ...headers,
    },
    ...(body && { body }),
    ...(form && { body: formOf(form) }),
  };
}

/** Makes a form of these fields. */
export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Sends requests to the server at an address. Rejects if no answer comes in time. */
export function overHttp(url: string, signal?: AbortSignal): Send {
  return async ({ method, path, headers, body }) => {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body && { body: isJson ? JSON.stringify(body) : body }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: bodyOf(response.status, await response.text()),
    };
  };
}

/** Parses the body of a reply. Throws NotJson. */
export function bodyOf(status: number, text: string): Reply['body'] {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NotJson(`HTTP ${status}: the body is not JSON`, { cause });
  }
}

/** Gives the body of a reply that says yes. Throws Breach for any other reply. */
export function yesOf<E extends Endpoint>(
  { endpoint, name = `${endpoint.method} ${endpoint.path}` }: Call<E>,
  { status, body }: Reply,
): YesOf<E> {
  const read = readRows(endpoint.reply, body);
  const isWhole = read.success && read.leftOut.length === 0;
  if (status === 200 && isWhole && read.output.status) return read.output as YesOf<E>;
  throw new Breach(`${name}: ${status} ${body.code ?? 'that cannot be read'}`);
}
