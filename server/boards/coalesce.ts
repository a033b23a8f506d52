/**
 * Gives a way to ask for work that all share, which rejects as the work does. Who asks while it
 * runs waits for the next run, which has in it all that was there when they asked.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    running = work().finally(() => {
      running = null;
    });
    return running;
  }

  return () => {
    if (!running) return run();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return run();
      });
    return next;
  };
}
