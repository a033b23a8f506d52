import type * as v from 'valibot';
import type { ErrorCode } from './error-codes.ts';

/** The bases that calls stand under, and where each is served unless a build says otherwise. */
export const BASE_PATHS = {
  product: '/api/v2',
  v1: '/api/v1',
  mobileMoney: '/mobile-money',
  bankListing: '/bank-listing',
} as const;

export type Base = keyof typeof BASE_PATHS;

/** One call for the app, the server and the documents, which tell the doc comment above it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The product API where there is none. */
  base?: Base;
  /** Under the base, exactly as on the wire; `:name` stands for a parameter. */
  path: `/${string}`;
  /**
   * `number`: the number's player by their token, or whoever brings a proof of it; `round`: a
   * player by their token, or the delivered round's own secret.
   */
  who: 'anyone' | 'number' | 'player' | 'round';
  /**
   * As HTTP has it; some GETs are not safe. `safe` changes nothing, `idempotent` nothing more when
   * repeated, `keyed` counts each time unless an idempotency key says it is the same call.
   */
  effect: 'safe' | 'idempotent' | 'keyed';
  query?: v.GenericSchema<Record<string, string | undefined>, unknown>;
  body?: v.GenericSchema;
  /** `form`: the body is multipart/form-data, a text by each field's name. JSON where it isn't. */
  bodyAs?: 'form';
  /** `text`: a file of plain text, and `reply` is what a 'no' is. JSON where it isn't. */
  replyAs?: 'text';
  /** The whole envelope. */
  reply: v.GenericSchema<unknown, { status: boolean }>;
  /** Its own codes, beside those of every such call: see `codesOf`. */
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

/** An endpoint's reply that says yes. */
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

/** The path of a call under its base, its parameters put in and encoded. */
export function pathOf<E extends Endpoint>(endpoint: E, params: ParamsOf<E>): string {
  const given: Record<string, string> = params;
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(given[name] ?? ''));
}

/** What any call can bring. */
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

/** All codes that an endpoint can bring, in the order of the alphabet. */
export function codesOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...EVERY_CALL, ...(endpoint.codes ?? [])]);
  // What comes with a call is read before it is known to be for nothing.
  if (endpoint.method !== 'GET') {
    codes.add('request/too-large');
    if (endpoint.bodyAs !== 'form') codes.add('request/not-json');
  }
  if (endpoint.effect === 'keyed') for (const code of KEYED) codes.add(code);
  if (endpoint.who === 'player' || endpoint.who === 'round') codes.add('session/required');
  if (endpoint.who === 'number') codes.add('session/required').add('user/not-yours');
  return [...codes].sort();
}
