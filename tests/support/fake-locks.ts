import { onTestFinished } from 'vitest';

type Work = (lock: { name: string } | null) => unknown;

/** Web Locks, which jsdom lacks: as exclusive as a browser's, one queue per name. */
class FakeLocks {
  readonly #waiting = new Map<string, (() => void)[]>();

  async request(name: string, ...rest: [Work] | [LockOptions, Work]): Promise<unknown> {
    const work = rest.at(-1) as Work;
    const { ifAvailable = false, signal } = (rest.length === 2 ? rest[0] : {}) as LockOptions;
    signal?.throwIfAborted();
    const queue = this.#waiting.get(name);
    if (queue && ifAvailable) return work(null);
    if (queue) await this.#turn(queue, signal);
    else this.#waiting.set(name, []);
    try {
      return await work({ name });
    } finally {
      const next = this.#waiting.get(name)?.shift();
      if (next) next();
      else this.#waiting.delete(name);
    }
  }

  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.#waiting.keys()].map((name) => ({ name })) };
  }

  #turn(queue: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      queue.push(resolve);
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(resolve);
        if (place < 0) return;
        queue.splice(place, 1);
        reject(signal.reason);
      });
    });
  }
}

/** Gives the page Web Locks for one test. */
export function withLocks(): LockManager {
  const locks = new FakeLocks() as unknown as LockManager;
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'locks');
  });
  return locks;
}

/** Another tab that has a lock until it is closed. */
export function anotherTabWith(locks: LockManager, name: string): { close: () => Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = locks.request(name, () => promise);
  return {
    close: async () => {
      resolve();
      await holding;
    },
  };
}

/** Puts the page into the background, or to the front again. */
export function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
