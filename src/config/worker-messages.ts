/** A page asks its worker, once the phone is idle, to fetch the missing files of the first line. */
export const MEND_COPY = { type: 'mend-copy' } as const;

/** A page asks its worker, once the phone is idle, to fetch the second line. */
export const FETCH_SECOND_LINE = { type: 'fetch-second-line' } as const;

/**
 * A page asks its worker for the bytes that it fetched since it was last asked (offline.md#data-meter).
 */
export const TELL_FETCHED = { type: 'tell-fetched' } as const;

/** One request, as the browser measured it: sizes in bytes, its end in epoch milliseconds. */
export type Fetched = {
  name: string;
  endedAt: number;
  transferSize: number;
  encodedBodySize: number;
};

/** The worker reports an error that nobody handled to its pages. */
export type WorkerFault = { type: 'fault'; thrown: Record<'name' | 'message' | 'stack', string> };

/** Whether a message is the worker's report of an error. */
export function isWorkerFault(message: unknown): message is WorkerFault {
  return (message as WorkerFault | null)?.type === 'fault';
}
