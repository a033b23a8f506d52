/** What a page asks its worker: what it fetched since it was last asked (offline.md#data-meter). */
export const TELL_FETCHED = { type: 'tell-fetched' } as const;

/** One request, as the browser measured it: sizes in bytes, its end in epoch milliseconds. */
export type Fetched = {
  name: string;
  endedAt: number;
  transferSize: number;
  encodedBodySize: number;
};
