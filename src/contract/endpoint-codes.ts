import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './error-codes.ts';

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
