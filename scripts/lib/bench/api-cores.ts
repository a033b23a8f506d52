import { readFileSync } from 'node:fs';
import { MS_PER_TICK } from './api-processes.ts';

/** What a machine's cores have done since it started, in milliseconds of one; its host gave `takenMs` to others. */
export type Cores = { idleMs: number; takenMs: number; allMs: number };

export function coresOf(): Cores {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
  const ms = line
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) * MS_PER_TICK);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, takenMs = 0] =
    ms;
  const idleMs = idle + waiting;
  return { idleMs, takenMs, allMs: user + nice + system + irq + softIrq + idleMs + takenMs };
}

export function idleShare(before: Cores, after: Cores): number {
  return (after.idleMs - before.idleMs) / (after.allMs - before.allMs);
}

/** How much of the cores the machine's host gave to others meanwhile. */
export function takenShare(before: Cores, after: Cores): number {
  return (after.takenMs - before.takenMs) / (after.allMs - before.allMs);
}
