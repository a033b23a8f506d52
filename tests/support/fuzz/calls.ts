import fc from 'fast-check';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { GOOD_CALLS } from './good-calls.ts';
import { junkBody, junkKey, junkSegment, junkText, junkValue } from './junk.ts';
import { inputsOf, named } from './values.ts';

type Fields = Record<string, unknown>;

/** A drawn call: `cast.ts` inserts players. */
export type DrawnCall = {
  params: Record<string, string | { raw: string }>;
  query: Fields;
  /** A text is sent as it is. */
  body: unknown;
  type: string | undefined;
  token: string;
  key: string | undefined;
  agent: string;
  isSigned: boolean;
};

/** A change to a value: its position, and the kind. */
type Change = { at: number; how: 'drop' | 'put' | 'add' | 'repeat'; key: string; value: unknown };

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  how: fc.constantFrom('drop', 'put', 'put', 'put', 'add', 'repeat'),
  key: junkKey,
  value: junkValue,
});

/** Some as the schema asks, some with one thing wrong, some with extra parts. */
const changes = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Change[]>([]) },
  { weight: 4, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
  fc.array(change, { minLength: 2, maxLength: 4 }),
);

const token = fc.oneof(
  { weight: 8, arbitrary: fc.constant('own') },
  fc.constantFrom('other', 'none', 'ended', 'old', 'round', 'other round'),
  fc.constantFrom('Bearer', 'Bearer  ', 'Bearer __proto__', 'Round constructor', 'Basic YTpi'),
  fc.constant(`Bearer ${'x'.repeat(43)}`),
);

const key = fc.oneof(
  { weight: 3, arbitrary: fc.uuid() },
  fc.constantFrom(undefined, '00000000-0000-4000-8000-000000000000', '', '__proto__', '{}'),
  fc.constant('a'.repeat(500)),
);

const type = fc.oneof(
  { weight: 12, arbitrary: fc.constant<string | undefined>(undefined) },
  fc.constantFrom(
    'text/plain',
    'application/json; charset=utf-16',
    'multipart/form-data',
    ';',
    '*',
  ),
);

/** Calls of an endpoint, from valid ones to those that no client of ours makes. */
export function callsOf(name: string, endpoint: Endpoint): fc.Arbitrary<DrawnCall> {
  const good = goodCallsOf(name, endpoint);
  const segment = (given: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { weight: 8, arbitrary: given },
      junkText.filter((text) => !/^\.{0,2}$/.test(text)),
      junkSegment.map((raw) => ({ raw })),
    );
  const calls = fc.record({
    params: fc.record(mapped(good.params, segment)),
    query: changed(good.query),
    body: fc.oneof({ weight: 9, arbitrary: changed(good.body) }, junkBody),
    type,
    token,
    key,
    agent: fc.oneof(fc.constant('Mozilla/5.0'), fc.string({ maxLength: 300 })),
    isSigned: fc.boolean(),
  });
  return calls as fc.Arbitrary<DrawnCall>;
}

/** Calls of an endpoint with nothing wrong in them. */
export function wholeCallsOf(name: string, endpoint: Endpoint): fc.Arbitrary<DrawnCall> {
  const good = goodCallsOf(name, endpoint);
  const known = GOOD_CALLS[name] ?? {};
  const calls = fc.record({
    params: fc.record({ ...good.params, ...mapped(known.params ?? {}, fc.constant) }),
    query: known.query ? fc.constant(known.query) : good.query,
    body: known.body ? fc.constant(known.body) : good.body,
    type: fc.constant(undefined),
    token: fc.constant('own'),
    key: fc.uuid(),
    agent: fc.constant('Mozilla/5.0'),
    isSigned: fc.constant(true),
  });
  return calls as fc.Arbitrary<DrawnCall>;
}

/** The sources of a call's parts: known valid ones, and values that the schemas accept. */
function goodCallsOf(name: string, { path, query, body }: Endpoint) {
  const known = GOOD_CALLS[name];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, part = '']) => part);
  const orKnown = (value: unknown, drawn: fc.Arbitrary<unknown>) =>
    value === undefined ? drawn : fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, drawn);
  const param = (part: string) => orKnown(known?.params?.[part], named(part).map(String));
  return {
    params: Object.fromEntries(names.map((part) => [part, param(part)])),
    query: orKnown(known?.query, query ? inputsOf(query) : fc.constant({})),
    body: orKnown(known?.body, body ? inputsOf(body) : fc.constant(undefined)),
  };
}

function mapped<One, Other>(fields: Record<string, One>, change: (one: One) => Other) {
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, change(one)]));
}

function changed(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(values, changes).map(([value, all]) => {
    const copy = structuredClone(value);
    for (const one of all) make(copy, one);
    return copy;
  });
}

/** Changes one of the positions in a value, counted from the outside. */
function make(value: unknown, { at, how, key: name, value: drawn }: Change): void {
  // Drawn twice, it would be put into itself.
  const put = structuredClone(drawn);
  const places = placesIn(value);
  const place = places[at % places.length];
  if (!place) return;
  const { holder, field } = place;
  if (how === 'drop') delete holder[field];
  else if (how === 'put') set(holder, field, put);
  else if (how === 'add') set(holder, name, put);
  else
    set(
      holder,
      field,
      Array.from({ length: 60 }, () => holder[field]),
    );
}

/** As JSON.parse does it: `__proto__` is a field like others. */
function set(holder: Fields, field: string, value: unknown): void {
  const rest = { value, enumerable: true, configurable: true, writable: true };
  if (Array.isArray(holder) && !/^\d+$/.test(field)) return;
  Object.defineProperty(holder, field, rest);
}

function placesIn(value: unknown): { holder: Fields; field: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Fields;
  return Object.keys(holder).flatMap((field) => [{ holder, field }, ...placesIn(holder[field])]);
}
