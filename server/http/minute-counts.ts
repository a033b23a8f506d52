import type { FastifyRateLimitStore } from '@fastify/rate-limit';

export const MINUTE_MS = 60_000;
/** How the keys of tokens begin. */
export const TOKEN = 'token ';
/** Addresses and made-up tokens without end must not fill the memory. */
const MOST_KEYS = 200_000;
/** What is asked of a store that does not answer is not piled up. */
const MOST_UNANSWERED = 100;
/** The others hear of each twentieth of what is allowed: most phones never come so far. */
const TOLD_PARTS = 20;

/** Adds to what all servers together have counted under a name; gives what it is then. */
export type AddForAll = (name: string, by: number) => Promise<number>;

type Count = { calls: number; told: number; elsewhere: number };

/**
 * Counts calls in the minute of the clock, in memory. What other servers have counted comes with
 * their answer to what they are told, and is never waited for: while there is none, each counts its
 * own.
 */
export class MinuteCounts implements FastifyRateLimitStore {
  readonly #addForAll: AddForAll | null;
  #endsAt = 0;
  #counts = new Map<string, Count>();
  #unanswered = 0;

  constructor(addForAll: AddForAll | null) {
    this.#addForAll = addForAll;
  }

  incr: FastifyRateLimitStore['incr'] = (key, done, _window, max) => {
    const now = Date.now();
    if (now >= this.#endsAt) {
      this.#counts = new Map();
      this.#endsAt = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
    }
    if (this.#counts.size >= MOST_KEYS) this.#forgetTokens();
    const count = this.#counts.get(key) ?? { calls: 0, told: 0, elsewhere: 0 };
    this.#counts.set(key, count);
    count.calls += 1;
    if (count.calls - count.told >= max / TOLD_PARTS) this.#tell(`${key} ${this.#endsAt}`, count);
    done(null, { current: count.calls + count.elsewhere, ttl: this.#endsAt - now });
  };

  /** Anybody can make up tokens; an address's count says so, and stays while there is room. */
  #forgetTokens(): void {
    for (const key of this.#counts.keys()) if (key.startsWith(TOKEN)) this.#counts.delete(key);
    if (this.#counts.size >= MOST_KEYS) this.#counts.clear();
  }

  /** All limits count here: keys say what they are of. */
  child = () => this;

  #tell(name: string, count: Count): void {
    if (this.#addForAll === null || this.#unanswered >= MOST_UNANSWERED) return;
    const by = count.calls - count.told;
    count.told = count.calls;
    const { told } = count;
    this.#unanswered += 1;
    this.#addForAll(name, by)
      .then((ofAll) => {
        count.elsewhere = Math.max(count.elsewhere, ofAll - told);
      })
      // What they were not told is missing there for this minute.
      .catch(() => {})
      .finally(() => {
        this.#unanswered -= 1;
      });
  }
}
