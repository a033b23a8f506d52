import { createHash } from 'node:crypto';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';

/** What a bad line does to a request, and to how many of a thousand. */
const SHARES = {
  'request dropped': 30,
  'reply dropped': 50,
  'repeated at once': 25,
  'repeated later': 25,
  reordered: 40,
  delayed: 40,
  'cut in the request': 15,
  'cut in the reply': 15,
} as const;

/** A kind of fault. */
export type FaultKind = keyof typeof SHARES;

/** Every kind of fault there is. */
export const FAULT_KINDS = Object.keys(SHARES) as FaultKind[];

/** What happens to one sending of a request: `kind` is `null` where it passes as it is. */
export type Fault = { kind: FaultKind | null; waitMs: number };

/** The longest wait of the kinds that wait: each way, for others to pass, before the copy. */
const LONGEST_WAIT_MS: Partial<Record<FaultKind, number>> = {
  delayed: 80,
  reordered: 200,
  'repeated later': 1_500,
};

/**
 * What happens to a request when it is sent for the nth time: the same for the same seed, however
 * the requests of a run follow one another.
 * @param request its name, the same each time it is sent
 * @param sending from 1
 */
export function faultOf(seed: number, request: string, sending: number): Fault {
  const next = seededNumbers(seedFrom(`${seed} ${request} ${sending}`));
  let left = next() * 1000;
  for (const kind of FAULT_KINDS) {
    left -= SHARES[kind];
    if (left < 0) return { kind, waitMs: Math.round(next() * (LONGEST_WAIT_MS[kind] ?? 0)) };
  }
  return { kind: null, waitMs: 0 };
}

/** A seed that a text stands for. */
export function seedFrom(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
