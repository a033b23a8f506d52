/** What a page asks its worker once the phone is idle: to fetch what the first line misses. */
export const MEND_COPY = { type: 'mend-copy' } as const;

/** What a page tells its worker once the phone is idle. */
export const FETCH_SECOND_LINE = { type: 'fetch-second-line' } as const;

/** What a page asks its worker: what it fetched since it was last asked (offline.md#data-meter). */
export const TELL_FETCHED = { type: 'tell-fetched' } as const;

/** One request, as the browser measured it: sizes in bytes, its end in epoch milliseconds. */
export type Fetched = {
  name: string;
  endedAt: number;
  transferSize: number;
  encodedBodySize: number;
};

/** What the worker tells its pages of something that nobody dealt with. */
export type WorkerFault = { type: 'fault'; thrown: Record<'name' | 'message' | 'stack', string> };

/** Whether a message is the worker's word of a fault. */
export function isWorkerFault(message: unknown): message is WorkerFault {
  return (message as WorkerFault | null)?.type === 'fault';
}
