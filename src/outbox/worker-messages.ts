/** What a worker tells its pages: results were sent, so the chip and the boards have changed. */
export const RESULTS_SENT = { type: 'results-sent' } as const;

/** Whether a message says that results were sent. */
export function isResultsSent(data: unknown): boolean {
  return (data as typeof RESULTS_SENT | null)?.type === RESULTS_SENT.type;
}
