import type * as v from 'valibot';
import type { ErrorCode } from './error-codes.ts';

/**
 * The bases of calls, each with the path where it is served unless a build sets another address.
 */
export const BASE_PATHS = {
  product: '/api/v2',
  v1: '/api/v1',
  mobileMoney: '/mobile-money',
  bankListing: '/bank-listing',
} as const;

export type Base = keyof typeof BASE_PATHS;

/**
 * The description of a call, which the app, the server and the API's documents share. The documents
 * quote the doc comment above it.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The base of the call; the product API if missing. */
  base?: Base;
  /** The path under the base, exactly as it is sent. `:name` marks a parameter. */
  path: `/${string}`;
  /**
   * Who may make the call. `number`: the player of the number by their token, or anybody with a
   * proof of the number. `round`: a player by their token, or anybody with the secret of the round
   * that is delivered.
   */
  who: 'anyone' | 'number' | 'player' | 'round';
  /**
   * What the call changes on the server. The method does not show it, because some GETs are not
   * safe. `safe`: nothing. `idempotent`: nothing more when the call is repeated. `keyed`: something
   * each time, unless an idempotency key marks a repeat as the same call.
   */
  effect: 'safe' | 'idempotent' | 'keyed';
  query?: v.GenericSchema<Record<string, string | undefined>, unknown>;
  body?: v.GenericSchema;
  /**
   * `form`: the body is multipart/form-data, with one text per field name. If missing, the body is
   * JSON.
   */
  bodyAs?: 'form';
  /**
   * `text`: the reply is a file of plain text, and `reply` describes only a 'no'. If missing, the
   * reply is JSON.
   */
  replyAs?: 'text';
  /** The schema of the reply's whole envelope. */
  reply: v.GenericSchema<unknown, { status: boolean }>;
  /** The error codes of this call, in addition to those that `codesOf` adds. */
  codes?: readonly ErrorCode[];
};

type NameIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type ParamsOf<E extends Endpoint> = Record<NameIn<E['path']>, string>;

export type QueryOf<E extends Endpoint> = E extends { query: infer Query extends v.GenericSchema }
  ? v.InferOutput<Query>
  : unknown;

export type BodyOf<E extends Endpoint> = E extends { body: infer Body extends v.GenericSchema }
  ? v.InferOutput<Body>
  : unknown;

/** The success reply of an endpoint. */
export type YesOf<E extends Endpoint> = Extract<v.InferOutput<E['reply']>, { status: true }>;

type Part<Name extends string, Value> = [keyof Value] extends [never]
  ? unknown
  : Record<string, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

export type RequestOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  (E extends { query: infer Query extends v.GenericSchema }
    ? Part<'query', v.InferInput<Query>>
    : unknown) &
  (E extends { body: infer Body extends v.GenericSchema } ? { body: v.InferInput<Body> } : unknown);

/** The path of a call under its base, with its parameters inserted and encoded. */
export function pathOf<E extends Endpoint>(endpoint: E, params: ParamsOf<E>): string {
  const given: Record<string, string> = params;
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(given[name] ?? ''));
}

/** The codes that any call can return. */
const EVERY_CALL: readonly ErrorCode[] = [
  'rate/limited',
  'request/invalid',
  'server/error',
  'server/unavailable',
];

const KEYED: readonly ErrorCode[] = [
  'idempotency/bad-key',
  'idempotency/mismatch',
  'idempotency/running',
];

/** All codes that an endpoint can return, in alphabetical order. */
export function codesOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...EVERY_CALL, ...(endpoint.codes ?? [])]);
  // The server reads the body before it decides about the call, so any such call can return these
  // codes.
  if (endpoint.method !== 'GET') {
    codes.add('request/too-large');
    if (endpoint.bodyAs !== 'form') codes.add('request/not-json');
  }
  if (endpoint.effect === 'keyed') for (const code of KEYED) codes.add(code);
  if (endpoint.who === 'player' || endpoint.who === 'round') codes.add('session/required');
  if (endpoint.who === 'number') codes.add('session/required').add('user/not-yours');
  return [...codes].sort();
}
