import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { seedFrom } from './faults.ts';
import type { Kill } from './server.ts';

/** A server dies at the latest so long after a request has gone on to it: on either side of its commit. */
const KILL_WITHIN_MS = 60;
/** One restart in so many is killed as well, while it starts. */
const RESTARTS_PER_KILL = 3;
const START_MS = 800;

/** By which requests the server dies, spread over all whose names end alike. */
export class KillPlan {
  readonly #ending: string;
  readonly #due: Map<number, Kill>;
  readonly #forwarded = new Map<string, number>();

  constructor(
    { ending, seed }: { ending: string; seed: string },
    { requests, kills }: { requests: number; kills: number },
  ) {
    this.#ending = ending;
    const next = seededNumbers(seedFrom(seed));
    const apart = requests / (kills + 1);
    this.#due = new Map(
      Array.from({ length: kills }, (_, index) => [
        Math.round((index + 0.5 + 0.8 * next()) * apart),
        {
          afterMs: Math.round(next() * KILL_WITHIN_MS),
          againAfterMs: index % RESTARTS_PER_KILL === 1 ? Math.round(next() * START_MS) : null,
        },
      ]),
    );
  }

  /** Counts a request that goes on to the server; gives the kill that is due by it. */
  count(request: string): Kill | undefined {
    if (!request.endsWith(this.#ending)) return undefined;
    this.#forwarded.set(request, (this.#forwarded.get(request) ?? 0) + 1);
    const kill = this.#due.get(this.#forwarded.size);
    this.#due.delete(this.#forwarded.size);
    return kill;
  }

  /** Copies that went on to the server beyond the first of each. */
  get repeated(): number {
    const copies = [...this.#forwarded.values()].reduce((sum, copy) => sum + copy, 0);
    return copies - this.#forwarded.size;
  }
}
