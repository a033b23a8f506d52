/** The page to its waiting worker: take over now. The text is the one workbox-window sends. */
const TAKE_OVER = 'SKIP_WAITING';

/** What a worker tells its pages: results were sent, so the chip and the boards have changed. */
export const RESULTS_SENT = { type: 'results-sent' } as const;

/** Whether a message asks the waiting worker to take over. */
export function isTakeOver(data: unknown): boolean {
  return typeOf(data) === TAKE_OVER;
}

/** Whether a message says that results were sent. */
export function isResultsSent(data: unknown): boolean {
  return typeOf(data) === RESULTS_SENT.type;
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;
}
