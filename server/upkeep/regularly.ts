import type { FastifyBaseLogger } from 'fastify';

/** Work that a process does now and then. */
export type Upkeep = { what: string; everyMs: number; work: (signal: AbortSignal) => Promise<void> };

/** Does it for as long as the process runs, never twice at the same time; gives what ends it. */
export function regularly(
  { what, everyMs, work }: Upkeep,
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  const end = new AbortController();
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      await work(end.signal);
    } catch (err) {
      log.error({ err }, `${what} failed`);
    }
    running = null;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    end.abort();
    await running;
  };
}
