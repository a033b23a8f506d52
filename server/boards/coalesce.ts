/**
 * Work that all who ask at the same time share. Who asks while it runs waits for the next run, which
 * begins after the asking: it has in it what was there by then.
 * @returns what asks for the work, and rejects as the work does
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
