import fc from 'fast-check';

/** Texts that nobody types on a phone, each of which has broken some server. */
const TEXTS = [
  ...['', ' ', '0', '-1', '1e400', 'NaN', 'null', '0x10', '99999999999999999999', '٠٨٠٣٠٠٠٠٠٥٥'],
  ...['\u0000', 'a\u0000b', '\ud800', 'a\udc00', '\u202eada', '\ufeff', '\r\nX-A: b', '\u{1f600}'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'],
  ...["' or 1=1 --", '<script>alert(1)</script>', '../../etc/passwd', '%00', '%', '\\'],
  ...['2026-99', '9999-12', '0000-00', '2026-02-30', '-000001-01-01', '275760-09-13T00:00:01Z'],
  'a'.repeat(301),
  '\u{1f600}'.repeat(300),
];

const NUMBERS = [-1, -0, 0.1, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308];

export const junkText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }));

/** A value of JSON that no schema asks for. */
export const junkValue = fc.oneof(
  { weight: 4, arbitrary: junkText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  fc.constantFrom<unknown>(null, true, [], {}, [[[[]]]], ['a', 'a'], { length: 1e9 }),
  fc.jsonValue(),
);

/** Keys that are no fields, or that every object has. */
export const junkKey = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'toJSON', '', 'extra'],
);

/** Bodies that are no JSON, or that no call accepts. */
export const junkBody = fc.constantFrom(
  ...['', '{', 'null', '[]', '"text"', '1e400', 'true', '\ufeff{}', "{'a':1}", '{"a":1}{"a":1}'],
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"a":1}}}', '\u0000'],
  '['.repeat(20_000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"a":"${'a'.repeat(70_000)}"}`,
);

/** Parts of an address as on the wire, some of which cannot be decoded. */
export const junkSegment = fc.constantFrom(
  ...['%', '%00', '%zz', '%ED%A0%80', '%C0%80', '%2e%2e%2f', '%2F', '%0d%0a', '*'],
  'a'.repeat(2000),
);
