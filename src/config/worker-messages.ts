/**
 * Asks the worker to fetch the missing files of the first line. A page sends it once the phone is idle.
 */
export const MEND_COPY = { type: 'mend-copy' } as const;

/** Asks the worker to fetch the second line. A page sends it once the phone is idle. */
export const FETCH_SECOND_LINE = { type: 'fetch-second-line' } as const;

/** Asks the worker which requests it has made since the last such message (offline.md#data-meter). */
export const TELL_FETCHED = { type: 'tell-fetched' } as const;

/** One request as the browser measured it. Sizes are in bytes, and `endedAt` is in epoch milliseconds. */
export type Fetched = {
  name: string;
  endedAt: number;
  transferSize: number;
  encodedBodySize: number;
};

/** The worker's report of an error that nobody handled, sent to its pages. */
export type WorkerFault = { type: 'fault'; thrown: Record<'name' | 'message' | 'stack', string> };

/** Whether a message is the worker's report of an error. */
export function isWorkerFault(message: unknown): message is WorkerFault {
  return (message as WorkerFault | null)?.type === 'fault';
}
