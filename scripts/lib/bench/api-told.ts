import type { Figure } from '../figures.ts';
import type { Measured } from './api.ts';
import { idleShare, takenShare } from './api-cores.ts';
import type { Played } from './api-generator.ts';
import { CALLS_OF_A_VISIT, KINDS } from './api-mix.ts';

/** What is promised of every call, at the 99th percentile. */
export const P99_MS = 150;

export function p99Of({ served }: Played): number {
  return spread(served.flatMap(({ times }) => times)).at(0.99);
}

export function errorsOf({ errors }: Played): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0);
}

/** The figures of a run, each kind of call by itself. */
export function figuresOf({ rate, played, cpuMs, memory, cores }: Measured): Figure[] {
  const { served, errors, seconds } = played;
  const all = served.flatMap(({ times }) => times);
  const reached = all.length / seconds;
  const perCall = (ms: number) => `${(ms / all.length).toFixed(2)} ms a call`;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  for (const [what, count] of Object.entries(errors)) console.log(`${count} × ${what}`);
  const coresUsed = (cpuMs.server + played.cpuMs + (cpuMs.database ?? 0)) / 1000 / seconds;
  const share = (of: typeof idleShare) => `${(100 * of(cores.before, cores.after)).toFixed(0)} %`;
  const ofKinds = KINDS.flatMap((kind) => {
    const times = served.find((one) => one.kind === kind)?.times ?? [];
    return times.length > 0 ? shown(`${kind}, ${times.length} calls`, said(times)) : [];
  });
  return [
    ...ofKinds,
    {
      name: `all, ${all.length} calls`,
      value: said(all),
      limit: `p99 ≤ ${P99_MS} ms`,
      passed: spread(all).at(0.99) <= P99_MS,
    },
    {
      name: 'calls a second',
      value: reached.toFixed(0),
      limit: `${rate}`,
      passed: reached >= rate * 0.98,
    },
    ...shown('visits a minute', ((reached * 60) / CALLS_OF_A_VISIT).toFixed(0)),
    exactlyNone('calls that failed', errorsOf(played)),
    ...shown('processor, server', perCall(cpuMs.server)),
    ...shown(
      'processor, database',
      cpuMs.database === null ? 'in the server' : perCall(cpuMs.database),
    ),
    ...shown('processor, generator', perCall(played.cpuMs)),
    ...shown('processor, all three', `${coresUsed.toFixed(2)} cores`),
    ...shown('of the machine idle, taken by its host', `${share(idleShare)}, ${share(takenShare)}`),
    ...shown(
      'memory of the server',
      `${megabytes(memory.before)}, ${megabytes(memory.after)} after`,
    ),
  ];
}

function said(times: readonly number[]): string {
  const { at, max } = spread(times);
  const ms = (value: number) => value.toFixed(0);
  return `p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}, p99 ${ms(at(0.99))}, most ${ms(max)} ms`;
}

function spread(times: readonly number[]) {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { at, max: sorted.at(-1) ?? 0 };
}

function shown(name: string, value: string): Figure[] {
  return [{ name, value, limit: 'shown', passed: true }];
}

function exactlyNone(name: string, count: number): Figure {
  return { name, value: `${count}`, limit: '0', passed: count === 0 };
}
