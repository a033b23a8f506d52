import { newKey } from './new-key.ts';

/** A key and what it was for, as JSON. */
export type Keyed = { payload: string; key: string };

/**
 * Idempotency keys by payload: the same keeps its key, so a second press after a dropped reply is
 * the same call; another gets a new one. `last` is what was sent before the page was loaded anew.
 */
export function keyKeeper(last: Keyed = { payload: '', key: '' }): (payload: unknown) => string {
  return (payload) => {
    const text = JSON.stringify(payload);
    if (last.payload !== text) last = { payload: text, key: newKey() };
    return last.key;
  };
}
